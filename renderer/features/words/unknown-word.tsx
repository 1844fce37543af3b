/** A word that nobody has said the meaning of: what its rows show, some of them, and the one question. */
import { Anchor, Table } from '@mantine/core';
import { IconQuestionMark } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { WordView } from '#shared/contract/words.ts';
import { useCounted } from '../../components/counted.ts';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText, TotalsText } from '../../components/money-text.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import type { MayDo } from '../../people-store.ts';
import { useEvidence, WordText } from './word-text.tsx';

function Examples({ word }: { word: WordView }) {
  const { t } = useTranslation();
  return (
    <Table aria-label={t('words.examples')} className="word-examples">
      <Table.Thead>
        <Table.Tr>
          <Table.Th className="number-cell">{t('terminals.column.transactionAmount')}</Table.Th>
          <Table.Th>{t('terminals.column.order')}</Table.Th>
          <Table.Th>{t('terminals.column.reference')}</Table.Th>
          <Table.Th>{t('terminals.column.label')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {word.examples.map(({ amount, merchantOrderId, refNumber, terminalId }, at) => (
          // Two rows can be the same in everything that is shown.
          <Table.Tr key={at}>
            <Table.Td className="number-cell">
              <MoneyText value={amount} />
            </Table.Td>
            <Table.Td>
              <IdText value={merchantOrderId} />
            </Table.Td>
            <Table.Td>
              <IdText value={refNumber} />
            </Table.Td>
            <Table.Td>
              {terminalId === null ? (
                <span className="muted">{t('words.settled')}</span>
              ) : (
                <Anchor component={Link} href={`/terminals/${encodeURIComponent(terminalId)}`} size="sm">
                  <IdText value={terminalId} />
                </Anchor>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** `first`: this word is asked about first. */
type Props = { word: WordView; first: boolean; may: MayDo; onSay: () => void };

export function UnknownWord({ word, first, may, onSay }: Props) {
  const { t } = useTranslation();
  const counted = useCounted();
  const evidence = useEvidence()(word);
  const count = word.notSummed.reduce((sum, total) => sum + total.count, 0);
  return (
    <li className="card stack" data-word={word.folded} data-sign={word.sign}>
      <div className="card-head">
        <h3 className="card-title">
          <WordText word={word} />
        </h3>
        <StateChip tone="unknown" icon={<IconQuestionMark size={16} />} label={t('words.notKnown')} />
        <span className="push">
          {t('words.notSummed', counted(count))} <TotalsText totals={word.notSummed} strong />
        </span>
      </div>
      {word.proposal && (
        <div>
          <strong>{t('words.proposal', { kind: t(`words.kind.${word.proposal.kind}`) })}</strong>
          <ul className="word-evidence">
            {evidence.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      <Examples word={word} />
      <div>
        <GuardedButton guard={may} variant={first ? 'filled' : 'default'} onClick={onSay}>
          {t('words.say.start')}
        </GuardedButton>
      </div>
    </li>
  );
}
