/** Takes back a decision of this PC on a request of another one, with the own PIN. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OtherApproval } from '#shared/contract/approvals.ts';
import { call } from '../../api/client.ts';
import { useAsk } from '../../components/asked.ts';
import { StillMissing } from '../../components/still-missing.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { MovementDialog } from '../../components/movement-dialog.tsx';
import { PinInput } from '../../components/pin-input.tsx';
import { Facts, Sent } from './decide-dialog.tsx';
import { isolated } from '../../i18n/isolated.ts';

export function TakeBackDialog({ request, onClose }: { request: OtherApproval; onClose: () => void }) {
  const { t } = useTranslation();
  const [pin, setPin] = useState('');
  const { value: done, busy, error, ask } = useAsk();
  const { pc, requestId } = request;
  const names = { pc: isolated(pc.name) };
  const missing = pin === '' ? [t('people.field.yourPin')] : [];
  const takeBack = () => {
    setPin('');
    void ask(call('approvals.takeBack', { pc: pc.id, requestId, pin }));
  };
  return (
    <MovementDialog
      onClose={onClose}
      title={`${t('people.approvals.others.takeBackTitle')} · ${names.pc}`}
      consequence={t('people.approvals.others.consequenceTakeBack', names)}
      confirmLabel={t('people.approvals.others.takeBackAct')}
      canConfirm={missing.length === 0}
      busy={busy}
      errors={[error]}
      size={600}
      moves={false}
      onConfirm={takeBack}
      ended={done !== null && 'done'}
    >
      {done ? (
        <Sent to={names.pc} />
      ) : (
        <>
          <Facts request={request} />
          {error && <ErrorNotice error={error} />}
          <PinInput label={t('people.field.yourPin')} required w={220} value={pin} onChange={setPin} />
          <StillMissing names={missing} />
        </>
      )}
    </MovementDialog>
  );
}
