/** Accepts proposals: one, those that were chosen, or all that are alike. Each becomes a match of the person who accepts it. */
import { Table, Textarea } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReconcileItem } from '#shared/contract/reconciliation-items.ts';
import type { ReconcileProposal } from '#shared/contract/reconciliation-proposals.ts';
import { wireMoney } from '#shared/contract/wire.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { useAmountHead } from '../../components/amount-head.ts';
import { useCounted } from '../../components/counted.ts';
import { nameOf, sideText } from '../../components/exception-texts.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { IdText } from '../../components/id-text.tsx';
import { MoneyList, MoneyText } from '../../components/money-text.tsx';
import { EnvironmentLine } from '../../components/movement-dialog.tsx';
import { formatDate, formatMoney } from '../../i18n/format.ts';
import { newPayersIn } from './doubtful.ts';
import { sumsOf } from './proposal-columns.tsx';

/** What the core takes at once. */
export const MOST_AT_ONCE = 500;

const idsOf = (items: readonly { itemId: string }[]) => items.map(({ itemId }) => itemId);

export async function accept(
  proposals: readonly ReconcileProposal[],
  remark: string,
): Promise<AppError | null> {
  const pairs = proposals.map(({ ours, theirs, difference }) => ({
    ours: idsOf(ours),
    theirs: idsOf(theirs),
    difference: wireMoney(difference),
  }));
  const answer = await call('reconciliation.accept', { proposals: pairs, remark });
  return answer.ok ? null : answer.error;
}

type PairsProps = {
  proposals: readonly ReconcileProposal[];
  differs: boolean;
  /** The text of all lines, which then stands above them; null if they differ. */
  payer: string | null;
};

const payerOf = (proposals: readonly ReconcileProposal[]): string | null => {
  const [text, ...others] = new Set(proposals.flatMap(({ theirs }) => theirs.map((line) => line.text)));
  return others.length === 0 ? (text ?? null) : null;
};

/** Where both sides come to the same everywhere, one column says it. */
const sidesOf = (differs: boolean): readonly ('ours' | 'theirs')[] =>
  differs ? ['ours', 'theirs'] : ['theirs'];

/** What each side comes to, below the column of its amounts. */
function Together({ proposals, differs }: Omit<PairsProps, 'payer'>) {
  const { t } = useTranslation();
  return (
    <Table.Tfoot>
      <Table.Tr>
        <Table.Th scope="row" colSpan={2}>
          {t('reconciliation.accept.sum')}
        </Table.Th>
        {sidesOf(differs).map((side) => (
          <Table.Td key={side} className="number-cell">
            <MoneyList values={sumsOf(proposals.flatMap((proposal) => proposal[side]))} strong />
          </Table.Td>
        ))}
        {differs && <Table.Td />}
      </Table.Tr>
    </Table.Tfoot>
  );
}

/** What it may pay: its day, and the reference behind it. */
function Payout({ item, lineDate }: { item: ReconcileItem; lineDate: string | null }) {
  const locale = useLocale();
  return (
    <div className="no-wrap">
      {/* Of the day of its line, which stands beside it. */}
      {item.date !== null && item.date !== lineDate && `${formatDate(item.date, 'short', locale)} · `}
      <span className="muted">
        <IdText value={nameOf(item)} />
      </span>
    </div>
  );
}

function Pairs({ proposals, differs, payer }: PairsProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { className, amountHead } = useAmountHead(
    proposals.flatMap(({ ours, theirs, difference }) => [difference, ...sumsOf(ours), ...sumsOf(theirs)]),
  );
  return (
    <div
      className="reconcile-sheet-rows"
      tabIndex={0}
      role="region"
      aria-label={t('reconciliation.part.proposals')}
    >
      <Table className={`close-table ${className}`} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('reconciliation.accept.line')}</Table.Th>
            <Table.Th>{t('reconciliation.accept.payout')}</Table.Th>
            {sidesOf(differs).map((side) => (
              <Table.Th key={side} className="number-cell">
                {amountHead(differs ? sideText(t, side, 'bank') : t('reconciliation.accept.equal'))}
              </Table.Th>
            ))}
            {differs && (
              <Table.Th className="number-cell">{amountHead(t('reconciliation.column.difference'))}</Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {proposals.map((proposal) => {
            const { proposalId, ours, theirs, difference } = proposal;
            const [line] = theirs;
            return (
              <Table.Tr key={proposalId}>
                <Table.Td>
                  {line?.date && formatDate(line.date, 'short', locale)}
                  {payer === null && (
                    <div className="proposal-text muted">
                      <bdi>{line?.text}</bdi>
                    </div>
                  )}
                </Table.Td>
                <Table.Td>
                  {ours.map((one) => (
                    <Payout key={one.itemId} item={one} lineDate={line?.date ?? null} />
                  ))}
                </Table.Td>
                {sidesOf(differs).map((side) => (
                  <Table.Td key={side} className="number-cell">
                    <MoneyList values={sumsOf(proposal[side])} />
                  </Table.Td>
                ))}
                {differs && (
                  <Table.Td className="number-cell">
                    {difference.minor === 0n ? '—' : <MoneyText value={difference} signed />}
                  </Table.Td>
                )}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
        <Together proposals={proposals} differs={differs} />
      </Table>
    </div>
  );
}

type AcceptProps = {
  proposals: readonly ReconcileProposal[];
  /** How many more there are: they are not accepted. */
  others: number;
  onClose: () => void;
  onDone: () => void;
};

export function AcceptDialog({ proposals, others, onClose, onDone }: AcceptProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const [remark, setRemark] = useState('');
  const differs = proposals.some(({ difference }) => difference.minor !== 0n);
  const newPayers = newPayersIn(proposals);
  const payer = payerOf(proposals);
  return (
    <FormDialog
      title={t('reconciliation.accept.title', counted(proposals.length))}
      action={[
        t('reconciliation.accept.action', counted(proposals.length)),
        ...sumsOf(proposals.flatMap(({ theirs }) => theirs)).map((sum) => formatMoney(sum, locale)),
      ].join(' · ')}
      size="lg"
      ready={!differs || remark.trim() !== ''}
      onSave={() => accept(proposals, remark.trim())}
      onClose={onClose}
      onSaved={onDone}
    >
      <div className="muted size-13">
        {t('app.movement.on')} <EnvironmentLine />
      </div>
      <div>
        {t('reconciliation.accept.text')}
        {others > 0 && ` ${t('reconciliation.accept.others', counted(others))}`}
      </div>
      {newPayers > 0 && (
        <div className="banner" data-tone="late" role="status">
          <IconAlertTriangle size={16} aria-hidden />
          {payer !== null && newPayers === proposals.length
            ? t('reconciliation.accept.newPayerOfAll')
            : t('reconciliation.accept.newPayer', counted(newPayers))}
        </div>
      )}
      {payer !== null && (
        <div>
          {t('reconciliation.accept.from')}{' '}
          <strong>
            <bdi>{payer}</bdi>
          </strong>
        </div>
      )}
      <Pairs proposals={proposals} differs={differs} payer={payer} />
      {differs && (
        <Textarea
          label={t('reconciliation.match.remarkNeeded')}
          required
          data-autofocus
          maxLength={500}
          autosize
          minRows={2}
          value={remark}
          onChange={(event) => setRemark(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}
