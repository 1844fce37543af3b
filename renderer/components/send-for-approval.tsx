/** A second person is needed and nobody is beside you: the request is stored, and nothing is done until it is approved. */
import { Alert, Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../api/client.ts';
import { useAsk } from './asked.ts';

type SendForApproval = {
  sent: boolean;
  busy: boolean;
  error: AppError | null;
  send: (input: InputOf<'approvals.request'>) => Promise<void>;
};

export function useSendForApproval(): SendForApproval {
  const { value, busy, error, ask } = useAsk();
  const send = async (input: InputOf<'approvals.request'>) => {
    await ask(call('approvals.request', input));
  };
  return { sent: value !== null, busy, error, send };
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
