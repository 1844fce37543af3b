/**
 * Transfers to many as one movement: the file, its rows with what is wrong and what is double, what they cost together, two
 * people, and how it ended. The failed ones of a batch are paid again in the same dialog.
 */
import { Anchor, Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { OutputOf } from '#shared/contract/index.ts';
import { useCanMoveMoney, useLocale, useOffered, type MayMove } from '../../app-store.ts';
import { useAuthorization } from '../../components/authorization.tsx';
import { useCounted } from '../../components/counted.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { endedWith, MovementDialog } from '../../components/movement-dialog.tsx';
import { MovementEnding } from '../../components/movement-ending.tsx';
import { MovementFields } from '../../components/movement-fields.tsx';
import { formatMoney } from '../../i18n/format.ts';
import { ChooseFile } from '../sheets/index.tsx';
import { Members } from './bulk-members.tsx';
import { BulkRows, Counts, SaveWrongRows } from './bulk-rows.tsx';
import { Costs } from './costs.tsx';
import { useMissing, type Written } from './missing.ts';
import { useTransferState } from './transfer-state.ts';
import { useBulk, type Bulk, type BulkPreparation } from './use-bulk.ts';
import { isolated } from '../../i18n/isolated.ts';
import './transfers.css';

const useBulkGuard = () => useOffered('payouts.transfer-batch', useCanMoveMoney('payouts'));

export function BulkTransfer() {
  const { t } = useTranslation();
  const guard = useBulkGuard();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <GuardedButton
        guard={guard}
        variant="default"
        leftSection={<IconFileImport size={16} />}
        onClick={() => setOpen(true)}
      >
        {t('transfers.bulk.action')}
      </GuardedButton>
      {isOpen && <BulkDialog again={null} guard={guard} onClose={() => setOpen(false)} />}
    </>
  );
}

/** `failed`: how many have, by the last reading; null where that is not known. */
export function PayFailedAgain({
  opId,
  failed,
  onClose,
}: {
  opId: string;
  failed: number | null;
  onClose?: () => void;
}) {
  const { t } = useTranslation();
  const counted = useCounted();
  const guard = useBulkGuard();
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onClose?.();
  };
  return (
    <div>
      <GuardedButton guard={guard} variant="default" onClick={() => setOpen(true)}>
        {failed === null ? t('transfers.bulk.againSome') : t('transfers.bulk.again', counted(failed))}
      </GuardedButton>
      {isOpen && <BulkDialog again={opId} guard={guard} onClose={close} />}
    </div>
  );
}

const STEPS = ['file', 'rows', 'send'] as const;

function Steps({ bulk: { sheet, preparation } }: { bulk: Bulk }) {
  const { t } = useTranslation();
  const now = STEPS.indexOf(preparation ? 'send' : sheet ? 'rows' : 'file');
  return (
    <ol className="walk sheet-steps">
      {STEPS.map((step, at) => (
        <li key={step} aria-current={at === now ? 'step' : undefined} data-done={at < now || undefined}>
          {t(`transfers.bulk.step.${step}`)}
        </li>
      ))}
    </ol>
  );
}

/** The file and its rows; of a batch that failed in part there are none to choose from. */
function Choice({ bulk, again, guard }: { bulk: Bulk; again: string | null; guard: MayMove }) {
  const { t } = useTranslation();
  const { sheet, open, choose, busy, canTake } = bulk;
  const chooser = <ChooseFile kind="transfers" again={sheet !== null} guard={guard} take={open} />;
  return (
    <>
      {again === null && !sheet && chooser}
      {sheet && (
        <>
          <div className="sheet-file">
            <div>
              <strong>
                <bdi>{sheet.fileName}</bdi>
              </strong>
              <Counts sheet={sheet} />
            </div>
            {!busy && chooser}
          </div>
          <BulkRows sheet={sheet} choose={choose} isBusy={busy} />
          {!canTake && <p className="muted flush">{t('transfers.bulk.none')}</p>}
        </>
      )}
    </>
  );
}

/** The way on before there is anything to confirm, and the way back from there. It stands beside what sends. */
function OtherWay({ bulk, again }: { bulk: Bulk; again: string | null }) {
  const { t } = useTranslation();
  const { preparation, sheet, busy, canTake, take, back } = bulk;
  if (preparation)
    return again === null ? (
      <Button variant="default" onClick={back}>
        {t('transfers.bulk.back')}
      </Button>
    ) : null;
  if (!sheet && again === null) return null;
  return (
    <>
      {sheet && <SaveWrongRows sheet={sheet} />}
      <Button data-testid="take-bulk" loading={busy} disabled={!canTake} onClick={take}>
        {again === null ? t('transfers.bulk.take') : t('transfers.bulk.read')}
      </Button>
    </>
  );
}

/** What was written and what the ladder asks for. */
function useDecision(again: string | null) {
  const bulk = useBulk(again);
  const [written, setWritten] = useState<Written>({ reason: '', note: '', retyped: '' });
  const amount = bulk.preparation?.amount ?? null;
  const action = { do: 'move', kind: 'payout-batch' } as const;
  const missing = useMissing(written, amount);
  const authorization = useAuthorization(action, amount ? [amount] : [], null, missing);
  const { reason, note, retyped: typedAmount } = written;
  const isWritten = amount !== null && missing.length === 0;
  return {
    bulk,
    amount,
    written,
    write: (part: Partial<Written>) => setWritten((before) => ({ ...before, ...part })),
    authorizationFields: authorization.fields,
    blocked: authorization.blocked,
    canConfirm: isWritten && authorization.value !== null,
    act: () => {
      if (!authorization.value) return;
      const form = { reason, note, typedAmount, authorization: authorization.value };
      void bulk.confirm(form).then(authorization.clear);
    },
  };
}
type Decision = ReturnType<typeof useDecision>;

function Review({ decision, preparation }: { decision: Decision; preparation: BulkPreparation }) {
  const { bulk, written, write, authorizationFields, blocked } = decision;
  const { members, amount, request } = preparation;
  return (
    <div className="bulk-review">
      <div className="stack">
        <Members members={members} amount={amount} numbers={bulk.numbers} />
        {blocked ? (
          authorizationFields
        ) : (
          <MovementFields
            request={request}
            amount={amount}
            form={written}
            onChange={write}
            retype="transfers.retype.many"
          >
            {authorizationFields}
          </MovementFields>
        )}
      </div>
      <div className="stack-12 bulk-costs">
        {!preparation.costs && <MoneyText value={amount} strong size={28} />}
        <Costs preparation={preparation} isMany />
      </div>
    </div>
  );
}

/** Accepted is not paid: each stands for itself from here on. */
function Ended({ ended: { operation, made } }: { ended: OutputOf<'payout.confirmBatch'> }) {
  const { t } = useTranslation();
  const stateOf = useTransferState();
  const done = made
    ? t('transfers.send.accepted', { id: isolated(made.id), state: stateOf(made.status) })
    : t('operations.kind.payout-batch');
  return (
    <>
      <MovementEnding operation={operation} done={done} />
      {made && (
        <div>
          {t('transfers.bulk.notPaidYet')}{' '}
          <Anchor component={Link} href={`/operations/${operation.opId}`} inherit underline="always">
            {t('transfers.bulk.follow')}
          </Anchor>
        </div>
      )}
    </>
  );
}

type DialogProps = { again: string | null; guard: MayMove; onClose: () => void };

function BulkDialog({ again, guard, onClose }: DialogProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const decision = useDecision(again);
  const { bulk, amount, canConfirm, act } = decision;
  const { preparation, ended, error, busy } = bulk;
  const label =
    preparation && amount
      ? t('transfers.bulk.confirm', {
          ...counted(preparation.members.length),
          amount: formatMoney(amount, locale),
        })
      : null;
  return (
    <MovementDialog
      onClose={onClose}
      title={t(again === null ? 'transfers.bulk.action' : 'transfers.bulk.againTitle')}
      consequence={t(again === null ? 'transfers.bulk.consequence' : 'transfers.bulk.againConsequence')}
      confirmLabel={label}
      canConfirm={canConfirm}
      busy={busy && preparation !== null}
      errors={[error]}
      moves
      alternative={<OtherWay bulk={bulk} again={again} />}
      size={ended ? 640 : 1160}
      onConfirm={act}
      ended={endedWith(ended?.operation ?? null)}
      endedTitle={t('operations.kind.payout-batch')}
    >
      {ended ? (
        <Ended ended={ended} />
      ) : (
        <>
          {again === null && <Steps bulk={bulk} />}
          {preparation ? (
            <Review decision={decision} preparation={preparation} />
          ) : (
            <Choice bulk={bulk} again={again} guard={guard} />
          )}
          {error && <ErrorNotice error={error} />}
        </>
      )}
    </MovementDialog>
  );
}
