/** Settings: what is documented of the gateway, and what is assumed. */
import { Table } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { useCounted } from '../../components/counted.ts';
import { call } from '../../api/client.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';

type Operations = OutputOf<'app.gatewayOperations'>['operations'];

export function GatewayOperations() {
  const { t } = useTranslation();
  const counted = useCounted();
  const [operations, setOperations] = useState<Operations>([]);
  const [error, setError] = useState<AppError | null>(null);
  useEffect(() => {
    void call('app.gatewayOperations', {}).then((answer) =>
      answer.ok ? setOperations(answer.value.operations) : setError(answer.error),
    );
  }, []);
  return (
    <section className="card">
      <h2 className="card-title below-6">{t('app.settings.gateway')}</h2>
      <p className="muted size-13 card-text">{t('app.settings.gatewayText')}</p>
      {error && <ErrorNotice error={error} />}
      <details>
        <summary className="size-13">{t('app.settings.operations', counted(operations.length))}</summary>
        <Table verticalSpacing={6}>
          <Table.Tbody>
            {operations.map((operation) => (
              <Table.Tr key={operation.name}>
                <Table.Td>
                  <bdi dir="ltr" className="id">
                    {operation.method} {operation.path}
                  </bdi>
                </Table.Td>
                <Table.Td>{t(`app.settings.host.${operation.host}`)}</Table.Td>
                <Table.Td>
                  {operation.overruled
                    ? t('app.settings.overruled')
                    : operation.source.startsWith('documented')
                      ? t('app.settings.documented', { section: operation.source.replace('documented ', '') })
                      : t('app.settings.assumed')}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </details>
    </section>
  );
}
