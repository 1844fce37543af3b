/** Copies a text, and says so on the button. */
import { Button, CopyButton, type ButtonProps } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

type CopyProps = {
  text: string;
  label: string;
  size: NonNullable<ButtonProps['size']>;
  /** It is the one act of its place. */
  main?: boolean;
};

export function CopyTextButton({ text, label, size, main = false }: CopyProps) {
  const { t } = useTranslation();
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button
          size={size}
          variant={main ? 'filled' : 'default'}
          leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          onClick={copy}
        >
          {copied ? t('app.copy.done') : label}
        </Button>
      )}
    </CopyButton>
  );
}
