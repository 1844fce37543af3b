/** Settings: what is documented of the gateway, and what is assumed. */
import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../components/asked.ts';
import { useCounted } from '../../components/counted.ts';
import { call } from '../../api/client.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';

const askOperations = () => call('app.gatewayOperations', {});

export function GatewayOperations() {
  const { t } = useTranslation();
  const counted = useCounted();
  const { value, error } = useAnswer(askOperations);
  const operations = value?.operations ?? [];
  return (
    <section className="card">
      <h2 className="card-title below-6">{t('app.settings.gateway')}</h2>
      <p className="muted size-13 card-text">{t('app.settings.gatewayText')}</p>
      {error && <ErrorNotice error={error} />}
      <details>
        <summary>{t('app.settings.operations', counted(operations.length))}</summary>
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
