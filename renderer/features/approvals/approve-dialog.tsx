/** What somebody else asked for and this person carries out with the own PIN, or refuses with a note. */
import { Alert, Anchor, Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { MovementDialog } from '../../components/movement-dialog.tsx';
import { PinInput } from '../../components/pin-input.tsx';
import { RequestFacts } from './request-facts.tsx';
import { useRequestName } from './words.ts';

/** Where what was approved can be looked at. */
function placeOf({ kind, closing, operation, exceptions: [first] }: ApprovalRequest) {
  if (first) {
    const { comparison, key } = first.exception;
    const list = `/reconcile/${comparison}`;
    return kind === 'write-off'
      ? { href: `${list}/exceptions/${encodeURIComponent(key)}`, words: 'openException' as const }
      : { href: list, words: 'openReconciliation' as const };
  }
  return closing && kind !== 'carry-operation'
    ? { href: `/close/day/${closing.closingId}`, words: 'openDay' as const }
    : { href: operation && `/operations/${operation.opId}`, words: 'openOperation' as const };
}

function Done({ request, onClose }: { request: ApprovalRequest; onClose: () => void }) {
  const { t } = useTranslation();
  const { href, words } = placeOf(request);
  return (
    <Alert
      color="green"
      icon={<IconCircleCheck size={20} />}
      title={t('people.approvals.done')}
      role="status"
    >
      <div>{t('people.approvals.doneText', { name: request.requestedBy })}</div>
      {href && (
        <Anchor component={Link} href={href} size="sm" onClick={onClose}>
          {t(`people.approvals.${words}`)}
        </Anchor>
      )}
    </Alert>
  );
}

type ApproveProps = { request: ApprovalRequest; onRefuse: () => void; onClose: () => void };

export function ApproveDialog({ request, onRefuse, onClose }: ApproveProps) {
  const { t } = useTranslation();
  const requestName = useRequestName();
  const [pin, setPin] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const [done, setDone] = useState(false);
  const approve = async () => {
    setBusy(true);
    setError(null);
    const answer = await call('approvals.confirm', { requestId: request.requestId, pin });
    setBusy(false);
    setPin('');
    if (answer.ok) setDone(true);
    else setError(answer.error);
  };
  return (
    <MovementDialog
      opened
      onClose={onClose}
      title={requestName(request)}
      consequence={<span className="muted">{t(`people.approvals.consequence.${request.kind}`)}</span>}
      confirmLabel={t('people.approvals.approve')}
      canConfirm={pin !== ''}
      busy={busy}
      size={request.exceptions.length > 0 ? 720 : 600}
      onConfirm={() => void approve()}
      ended={done}
      alternative={
        <Button variant="default" disabled={busy} onClick={onRefuse}>
          {t('people.approvals.refuseOpen')}
        </Button>
      }
    >
      {done ? (
        <Done request={request} onClose={onClose} />
      ) : (
        <>
          <RequestFacts request={request} />
          {error && <ErrorNotice error={error} />}
          <PinInput label={t('people.field.yourPin')} required w={220} value={pin} onChange={setPin} />
        </>
      )}
    </MovementDialog>
  );
}
