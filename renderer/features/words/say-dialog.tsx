/** A person chooses and confirms the meaning of a word. Its rows are summed by it from then on. */
import { Radio } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import type { WordView } from '#shared/contract/words.ts';
import { sayableKinds, type SayableKind } from '#shared/domain/kinds/index.ts';
import { call } from '../../api/client.ts';
import { useAsk } from '../../components/asked.ts';
import { useCounted } from '../../components/counted.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { TotalsText } from '../../components/money-text.tsx';
import { MovementDialog } from '../../components/movement-dialog.tsx';
import { useWords } from './store.ts';
import { useEvidence, useWordName } from './word-text.tsx';

export function SayDialog({ word, onClose }: { word: WordView; onClose: () => void }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const nameOf = useWordName();
  const evidenceOf = useEvidence();
  const before = word.kind === 'unknown' ? null : word.kind;
  const [kind, setKind] = useState<SayableKind | null>(before ?? word.proposal?.kind ?? null);
  const { busy, error, ask } = useAsk<OutputOf<'words.say'>>();
  const name = nameOf(word);
  const say = async () => {
    if (kind === null) return;
    const { folded, sign } = word;
    const said = await ask(call('words.say', { words: [{ folded, sign, kind }] }));
    if (!said) return;
    useWords.setState({ words: said.words, error: null });
    notifications.show({ message: t('words.say.done', { word: name, kind: t(`words.kind.${kind}`) }) });
    onClose();
  };
  const count = word.totals.reduce((sum, total) => sum + total.count, 0);
  return (
    <MovementDialog
      onClose={onClose}
      title={t('words.say.title', { word: name })}
      consequence={t('words.say.consequence')}
      confirmLabel={
        kind === null ? t('words.say.choose') : t('words.say.confirm', { kind: t(`words.kind.${kind}`) })
      }
      canConfirm={kind !== null && kind !== before}
      busy={busy}
      errors={[error]}
      onConfirm={() => void say()}
    >
      <div>
        {t('words.seen', counted(count))} <TotalsText totals={word.totals} strong />
        {word.kind === 'unknown' && <div className="muted size-13">{evidenceOf(word).join(' · ')}</div>}
      </div>
      <Radio.Group
        label={t('words.say.label')}
        value={kind}
        onChange={(value) => setKind(sayableKinds.find((one) => one === value) ?? null)}
      >
        <div className="word-kinds">
          {sayableKinds.map((one) => (
            <Radio
              key={one}
              value={one}
              label={
                word.proposal?.kind === one
                  ? t('words.say.proposed', { kind: t(`words.kind.${one}`) })
                  : t(`words.kind.${one}`)
              }
              description={t(`words.adds.${one}`)}
            />
          ))}
        </div>
      </Radio.Group>
      {error && <ErrorNotice error={error} />}
    </MovementDialog>
  );
}
