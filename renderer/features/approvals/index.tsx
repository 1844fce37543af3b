/** What waits for approval: asked by one person, opened by another, in the normal dialog of the movement. */
import { Button, Modal, Textarea } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import type { Offer } from '#shared/contract/instant-settlement.ts';
import type { Transaction } from '#shared/contract/terminals.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';
import { useCanMoveMoney } from '../../app-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { TotalsText } from '../../components/money-text.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useMay, useMe, type MayDo } from '../../people-store.ts';
import { ConfirmDialog } from '../instant-settlement/index.tsx';
import { ReverseDialog } from '../reversal/index.tsx';

type Opened =
  | { kind: 'reversal'; request: ApprovalRequest; transaction: Transaction }
  | { kind: 'instant-settlement'; request: ApprovalRequest; offer: Offer };

function useWaiting() {
  const [requests, setRequests] = useState<ApprovalRequest[]>([]);
  const load = useCallback(
    () => void call('approvals.list', {}).then((answer) => answer.ok && setRequests(answer.value.requests)),
    [],
  );
  useEffect(() => {
    load();
    return on('approvals.changed', load);
  }, [load]);
  return requests;
}

function RefuseDialog({ request, onClose }: { request: ApprovalRequest; onClose: () => void }) {
  const { t } = useTranslation();
  const [note, setNote] = useState('');
  const [error, setError] = useState<AppError | null>(null);
  const refuse = async () => {
    const answer = await call('approvals.refuse', { requestId: request.requestId, note });
    if (answer.ok) onClose();
    else setError(answer.error);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('people.approvals.refuse')}
      closeButtonProps={{ 'aria-label': t('app.actions.close') }}
    >
      <div style={{ display: 'grid', gap: 14 }}>
        {error && <ErrorNotice error={error} />}
        <Textarea
          label={t('people.approvals.refuseNote')}
          required
          data-autofocus
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <div style={{ display: 'flex', justifyContent: 'end', gap: 12 }}>
          <Button variant="default" onClick={onClose}>
            {t('app.actions.cancel')}
          </Button>
          <Button color="dark" disabled={note.trim() === ''} onClick={() => void refuse()}>
            {t('people.approvals.refuse')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

function Waiting({
  request,
  guard,
  onOpen,
  onRefuse,
}: {
  request: ApprovalRequest;
  guard: MayDo;
  onOpen: () => void;
  onRefuse: () => void;
}) {
  const { t } = useTranslation();
  const me = useMe();
  const own = request.requestedById === me?.personId;
  const mayOpen: MayDo = own ? { allowed: false, reason: t('people.approvals.own') } : guard;
  const withdraw = () => void call('approvals.withdraw', { requestId: request.requestId });
  return (
    <li className="waiting" data-request={request.requestId}>
      <div>
        <strong>{t(`operations.kind.${request.kind}`)}</strong> <TotalsText totals={request.totals} strong />
        <div className="muted" style={{ fontSize: 13 }}>
          {t('people.approvals.by', { name: request.requestedBy })} · <TimeText atMs={request.atMs} />
          {request.reason !== null && (
            <> · {t(`operations.reason.${request.reason}`, { defaultValue: request.reason })}</>
          )}
          {request.note !== null && <> · {request.note}</>}
        </div>
      </div>
      <div style={{ display: 'flex', gap: 8, marginInlineStart: 'auto' }}>
        {own ? (
          <Button size="xs" variant="default" onClick={withdraw}>
            {t('people.approvals.withdraw')}
          </Button>
        ) : (
          <GuardedButton size="xs" variant="default" guard={guard} onClick={onRefuse}>
            {t('people.approvals.refuse')}
          </GuardedButton>
        )}
        <GuardedButton size="xs" guard={mayOpen} onClick={onOpen}>
          {t('people.approvals.open')}
        </GuardedButton>
      </div>
    </li>
  );
}

export function WaitingForApproval() {
  const { t } = useTranslation();
  const requests = useWaiting();
  const mayApprove = useMay('approve');
  const mayMove = useCanMoveMoney();
  const guard = mayApprove.allowed ? mayMove : mayApprove;
  const [opened, setOpened] = useState<Opened | null>(null);
  const [refusing, setRefusing] = useState<ApprovalRequest | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const open = async (request: ApprovalRequest) => {
    setError(null);
    if (request.kind === 'reversal') {
      const answer = await call('transactions.detail', { rowId: request.subject });
      if (answer.ok) setOpened({ kind: 'reversal', request, transaction: answer.value.transaction });
      else setError(answer.error);
      return;
    }
    const answer = await call('instantSettlement.quote', { transactionIds: request.transactionIds });
    if (answer.ok) setOpened({ kind: 'instant-settlement', request, offer: answer.value });
    else setError(answer.error);
  };
  const close = () => setOpened(null);
  if (requests.length === 0 && opened === null) return null;
  return (
    <section className="waiting-list" aria-label={t('people.approvals.title')}>
      <h2>{t('people.approvals.title')}</h2>
      {error && <ErrorNotice error={error} />}
      <ul>
        {requests.map((request) => (
          <Waiting
            key={request.requestId}
            request={request}
            guard={guard}
            onOpen={() => void open(request)}
            onRefuse={() => setRefusing(request)}
          />
        ))}
      </ul>
      {refusing && <RefuseDialog request={refusing} onClose={() => setRefusing(null)} />}
      {opened?.kind === 'reversal' && (
        <ReverseDialog transaction={opened.transaction} request={opened.request} onClose={close} />
      )}
      {opened?.kind === 'instant-settlement' && (
        <ConfirmDialog offer={opened.offer} request={opened.request} onClose={close} onEnded={() => {}} />
      )}
    </section>
  );
}
