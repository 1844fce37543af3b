/** The two fields that say who a person is. */
import { Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { roles, type Role } from '#shared/domain/rights.ts';

type Props = { name: string; role: Role; onName: (name: string) => void; onRole: (role: Role) => void };

export function NameAndRole({ name, role, onName, onRole }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t('people.field.name')}
        data-autofocus
        maxLength={60}
        autoComplete="off"
        value={name}
        onChange={(event) => onName(event.currentTarget.value)}
      />
      <Select
        label={t('people.field.role')}
        description={t(`people.roleText.${role}`)}
        allowDeselect={false}
        data={roles.map((value) => ({ value, label: t(`people.role.${value}`) }))}
        value={role}
        onChange={(value) => value && onRole(value)}
      />
    </>
  );
}
