/** A second person is needed and nobody is beside you: the request is stored, and nothing is done until it is approved. */
import { Alert, Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../api/client.ts';

type SendForApproval = {
  sent: boolean;
  busy: boolean;
  error: AppError | null;
  send: (input: InputOf<'approvals.request'>) => Promise<void>;
};

export function useSendForApproval(): SendForApproval {
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const send = async (input: InputOf<'approvals.request'>) => {
    setBusy(true);
    setError(null);
    const answer = await call('approvals.request', input);
    setBusy(false);
    setSent(answer.ok);
    if (!answer.ok) setError(answer.error);
  };
  return { sent, busy, error, send };
}

export function SendButton({
  busy,
  disabled,
  onClick,
}: {
  busy: boolean;
  disabled: boolean;
  onClick: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      leftSection={<IconSend size={16} />}
      loading={busy}
      disabled={disabled}
      onClick={onClick}
    >
      {t('people.confirm.send')}
    </Button>
  );
}

export function SentEnding({ about = 'movement' }: { about?: 'movement' | 'close' | 'write-off' }) {
  const { t } = useTranslation();
  return (
    <Alert color="gray" icon={<IconSend size={20} />} title={t('people.confirm.sent')} role="status">
      {t(`people.confirm.sentText.${about}`)}
    </Alert>
  );
}
