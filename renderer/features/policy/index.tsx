/** What the organisation has set for this computer, and where it says so. */
import { Table } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { useStatus } from '../../app-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { IdText } from '../../components/id-text.tsx';

export function PolicySettings() {
  const { t } = useTranslation();
  const set = useStatus()?.setByOrganisation ?? [];
  const [policy, setPolicy] = useState<OutputOf<'policy.get'> | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const names = set.join();
  useEffect(() => {
    if (names === '') return;
    void call('policy.get', {}).then((answer) => {
      setError(answer.ok ? null : answer.error);
      if (answer.ok) setPolicy(answer.value);
    });
  }, [names]);
  if (names === '') return null;
  return (
    <section className="card">
      <h2 className="card-title below-6">{t('policy.title')}</h2>
      <p className="muted size-13 card-text">
        {t('policy.text')} <IdText value={policy?.source ?? null} />
      </p>
      {error && <ErrorNotice error={error} />}
      <Table verticalSpacing={6}>
        <Table.Tbody>
          {policy?.settings.map(({ key, value }) => (
            <Table.Tr key={key}>
              <Table.Td>{t(`policy.key.${key}`)}</Table.Td>
              <Table.Td>
                <bdi dir="auto">{value === '' ? t('policy.none') : value}</bdi>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
