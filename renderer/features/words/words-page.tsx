/** Settings › Transaction words: each word that the gateway uses, and what it means here; those that are not known first. */
import { Skeleton, Table } from '@mantine/core';
import { IconCheck, IconListSearch } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WordView } from '#shared/contract/words.ts';
import { wordKey } from '#shared/domain/kinds/index.ts';
import { ActsHead } from '../../components/acts-head.tsx';
import { useCounted } from '../../components/counted.ts';
import { Crumbs } from '../../components/crumbs.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { TotalsText } from '../../components/money-text.tsx';
import { NotAllowed } from '../../components/not-allowed.tsx';
import { Page } from '../../components/page.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { useMay, type MayDo } from '../../people-store.ts';
import { SayDialog } from './say-dialog.tsx';
import { useWords } from './store.ts';
import { UnknownWord } from './unknown-word.tsx';
import { useWordName, WordText } from './word-text.tsx';

/** A gateway may send a new word with every row. */
const MOST_SHOWN = 100;
const keyOf = ({ folded, sign }: WordView) => wordKey(folded, sign);

function Decided({ word }: { word: WordView }) {
  const { t } = useTranslation();
  const { decided } = word;
  if (decided?.how !== 'said')
    return (
      <span className="muted">
        {t(decided?.how === 'told' ? 'words.decided.told' : 'words.decided.known')}
      </span>
    );
  return (
    <>
      {t('words.decided.said', { name: decided.by })} · <TimeText atMs={decided.atMs} />
    </>
  );
}

type KnownProps = { words: WordView[]; may: MayDo; onSay: (word: WordView) => void };

function KnownWords({ words, may, onSay }: KnownProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  const nameOf = useWordName();
  return (
    <Table aria-label={t('words.known')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('words.column.word')}</Table.Th>
          <Table.Th>{t('words.column.sign')}</Table.Th>
          <Table.Th>{t('words.column.kind')}</Table.Th>
          <Table.Th>{t('words.column.decided')}</Table.Th>
          <Table.Th>{t('words.column.seen')}</Table.Th>
          <Table.Th className="number-cell">{t('words.column.total')}</Table.Th>
          <ActsHead />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {words.map((word) => (
          <Table.Tr key={keyOf(word)} data-word={word.folded} data-sign={word.sign}>
            <Table.Td>
              <WordText word={word} />
            </Table.Td>
            <Table.Td>{t(`words.sign.${word.sign}`)}</Table.Td>
            <Table.Td>{t(`words.kind.${word.kind}`)}</Table.Td>
            <Table.Td>
              <Decided word={word} />
            </Table.Td>
            <Table.Td>
              {t('words.seen', counted(word.totals.reduce((sum, one) => sum + one.count, 0)))}
            </Table.Td>
            <Table.Td className="number-cell">
              <TotalsText totals={word.totals} />
            </Table.Td>
            <Table.Td className="number-cell">
              <GuardedButton
                guard={may}
                size="compact-sm"
                variant="default"
                aria-label={t('app.actions.ofOne', { action: t('words.change'), label: nameOf(word) })}
                onClick={() => onSay(word)}
              >
                {t('words.change')}
              </GuardedButton>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Words({ words }: { words: WordView[] }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const may = useMay('words.say');
  const [saying, setSaying] = useState<WordView | null>(null);
  const unknown = words.filter(({ kind }) => kind === 'unknown');
  const known = words.filter(({ kind }) => kind !== 'unknown');
  const hidden = Math.max(0, unknown.length - MOST_SHOWN) + Math.max(0, known.length - MOST_SHOWN);
  if (words.length === 0)
    return (
      <EmptyState
        icon={<IconListSearch size={28} />}
        title={t('words.empty.title')}
        text={t('words.empty.text')}
      />
    );
  return (
    <>
      <section className="stack-12 words-section" aria-labelledby="words-unknown">
        <h2 id="words-unknown" className="card-title">
          {t('words.unknown')}
        </h2>
        {unknown.length === 0 ? (
          <p className="inline-row" role="status">
            <IconCheck size={18} aria-hidden /> {t('words.allKnown')}
          </p>
        ) : (
          <>
            <p className="muted">{t('words.unknownText')}</p>
            {!may.allowed && (
              <div>
                <NotAllowed may={may} />
                <p>{t('words.whoMay')}</p>
              </div>
            )}
          </>
        )}
        <ul className="word-list">
          {unknown.slice(0, MOST_SHOWN).map((word, at) => (
            <UnknownWord
              key={keyOf(word)}
              word={word}
              first={at === 0}
              may={may}
              onSay={() => setSaying(word)}
            />
          ))}
        </ul>
      </section>
      {known.length > 0 && (
        <section className="card stack" aria-labelledby="words-known">
          <h2 id="words-known" className="card-title">
            {t('words.known')}
          </h2>
          <KnownWords words={known.slice(0, MOST_SHOWN)} may={may} onSay={setSaying} />
        </section>
      )}
      {hidden > 0 && <p className="muted">{t('words.hidden', counted(hidden))}</p>}
      {saying && <SayDialog key={keyOf(saying)} word={saying} onClose={() => setSaying(null)} />}
    </>
  );
}

export function WordsPage() {
  const { t } = useTranslation();
  const { words, error, load } = useWords();
  const refresh = useCallback(() => void load(), [load]);
  useEffect(refresh, [refresh]);
  useRefreshKey(refresh);
  return (
    <Page
      title={
        <Crumbs href="/settings" place={t('app.nav.settings')}>
          {t('words.title')}
        </Crumbs>
      }
    >
      <div className="page-scroll words">
        {error && <ErrorNotice error={error} onRetry={refresh} />}
        {words === null && !error && <Skeleton height={160} radius={10} />}
        {words && <Words words={words} />}
      </div>
    </Page>
  );
}
