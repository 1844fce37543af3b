/** What a confirmation will send, folded. */
import { Code } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export function ExactRequest({ request }: { request: { method: string; url: string; body: string } }) {
  const { t } = useTranslation();
  return (
    <details>
      <summary>{t('payments.move.request')}</summary>
      <Code block dir="ltr">
        {`${request.method} ${request.url}\n${request.body}`}
      </Code>
    </details>
  );
}
