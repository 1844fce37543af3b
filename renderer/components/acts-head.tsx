/** The head of a table's column of buttons: read by screen readers only. */
import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export function ActsHead() {
  const { t } = useTranslation();
  return (
    <Table.Th>
      <span className="visually-hidden">{t('closing.column.actions')}</span>
    </Table.Th>
  );
}
