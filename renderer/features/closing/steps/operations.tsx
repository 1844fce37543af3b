/** Step 3: operations whose result is not known are settled, or carried over with a note and a second person. */
import { Anchor, Table } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ClosingDetail } from '#shared/contract/closing-day.ts';
import { ActsHead } from '../../../components/acts-head.tsx';
import { useAmountHead } from '../../../components/amount-head.ts';
import { GuardedButton } from '../../../components/guarded-button.tsx';
import { IdText } from '../../../components/id-text.tsx';
import { TotalsText } from '../../../components/money-text.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { useMay } from '../../../people-store.ts';
import { OperationStateChip } from '../../operations/index.tsx';
import { ApprovedReasonDialog } from '../../../components/approved-reason-dialog.tsx';
import { SmallId } from '../../../components/terminal-names.tsx';
import { FactRow } from '../../../components/fact.tsx';
import { StepFrame } from '../step-frame.tsx';
import { useClosing } from '../store.ts';

type OpenOperation = ClosingDetail['operations'][number];

/** The name of a terminal of this close, with its id behind it. */
function OfTerminal({ terminalId }: Pick<OpenOperation, 'terminalId'>) {
  const label = useClosing(
    ({ detail }) => detail?.terminals.find((terminal) => terminal.terminalId === terminalId)?.label,
  );
  return (
    <>
      {label !== undefined && (
        <>
          <bdi>{label}</bdi> ·{' '}
        </>
      )}
      <IdText value={terminalId} />
    </>
  );
}

type RowProps = { operation: OpenOperation; closingId: string };

function CarryDialog({ operation, closingId, onClose }: RowProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const { change } = useClosing();
  const { opId } = operation;
  return (
    <ApprovedReasonDialog
      title={t('closing.carry.title')}
      consequence={t('closing.carry.consequence')}
      confirmLabel={t('closing.carry.action')}
      label={t('closing.column.note')}
      description={t('closing.carry.note')}
      act={{ action: { do: 'close-over-unknown' } }}
      requestOf={(note) => ({ kind: 'carry-operation', closingId, opId, note })}
      run={(note, authorization) => change('closing.carry', { opId, note, authorization })}
      onClose={onClose}
    >
      <div className="stack-8">
        <div className="row-8 flow">
          <strong>{t(`operations.kind.${operation.kind}`)}</strong>
          <OperationStateChip state={operation.state} movement={operation.kind} />
        </div>
        <TotalsText totals={operation.totals} movement={operation.kind} strong size={28} />
      </div>
      <dl className="facts">
        <FactRow name={t('reports.column.terminal')}>
          <OfTerminal terminalId={operation.terminalId} />
        </FactRow>
        {operation.orderId !== null && (
          <FactRow name={t('operations.orderId')}>
            <IdText value={operation.orderId} copyable />
          </FactRow>
        )}
        <FactRow name={t('operations.column.when')}>
          <TimeText atMs={operation.createdAtMs} dated />
        </FactRow>
      </dl>
      <details className="folded">
        <summary>{t('activity.entry.technical')}</summary>
        <dl className="facts">
          <FactRow name={t('operations.column.id')}>
            <SmallId value={opId} />
          </FactRow>
        </dl>
      </details>
    </ApprovedReasonDialog>
  );
}

function OperationRow({ operation, closingId }: RowProps) {
  const { t } = useTranslation();
  const busy = useClosing((state) => state.busy);
  const may = useMay('close.confirm');
  const [carrying, setCarrying] = useState(false);
  const { carried } = operation;
  return (
    <Table.Tr data-operation={operation.opId}>
      <Table.Td>
        <Anchor component={Link} href={`/operations/${operation.opId}`} size="sm">
          {t(`operations.kind.${operation.kind}`)}
        </Anchor>
        <div className="muted size-12">
          <OfTerminal terminalId={operation.terminalId} /> · <TimeText atMs={operation.createdAtMs} />
        </div>
      </Table.Td>
      <Table.Td>
        <OperationStateChip state={operation.state} movement={operation.kind} />
        {carried && (
          <div className="muted">
            {t('closing.carry.carried', { by: carried.by, approvedBy: carried.approvedBy })} · {carried.note}
          </div>
        )}
      </Table.Td>
      <Table.Td className="number-cell">
        <TotalsText totals={operation.totals} movement={operation.kind} />
      </Table.Td>
      <Table.Td className="at-end no-wrap">
        {!carried && (
          <GuardedButton
            guard={may}
            size="compact-sm"
            variant="default"
            disabled={busy !== null}
            onClick={() => setCarrying(true)}
          >
            {t('closing.carry.start')}
          </GuardedButton>
        )}
        {carrying && (
          <CarryDialog operation={operation} closingId={closingId} onClose={() => setCarrying(false)} />
        )}
      </Table.Td>
    </Table.Tr>
  );
}

export function OperationsStep({ closing }: { closing: ClosingDetail }) {
  const { t } = useTranslation();
  const { operations } = closing;
  const may = useMay('close.confirm');
  const { className, amountHead } = useAmountHead(
    operations.flatMap(({ totals }) => totals.map(({ amount }) => amount)),
  );
  return (
    <StepFrame
      closing={closing}
      step="operations"
      {...(operations.length === 0
        ? { answer: t('closing.carry.emptyTitle'), text: t('closing.carry.emptyText') }
        : { may })}
    >
      {operations.length > 0 && (
        <Table aria-label={t('closing.step.name.operations')} className={`close-table ${className}`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('operations.column.what')}</Table.Th>
              <Table.Th>{t('operations.column.state')}</Table.Th>
              <Table.Th className="number-cell">{amountHead(t('operations.column.amount'))}</Table.Th>
              <ActsHead />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {operations.map((operation) => (
              <OperationRow key={operation.opId} operation={operation} closingId={closing.closingId} />
            ))}
          </Table.Tbody>
        </Table>
      )}
    </StepFrame>
  );
}
