/** Narrows a list to this PC or to one of the others; nothing where head office names no other. */
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useOtherPcs } from './store.ts';

/** `value`: the PC's id, `self` for this one, null for all. */
export function PcChoice({
  value,
  onChange,
}: {
  value: string | null;
  onChange: (pc: string | null) => void;
}) {
  const { t } = useTranslation();
  const pcs = useOtherPcs();
  if (pcs.length === 0) return null;
  return (
    <Select
      size="xs"
      w={170}
      clearable
      aria-label={t('activity.column.pc')}
      placeholder={t('headOffice.allPcs')}
      data={[
        { value: 'self', label: t('headOffice.thisPc') },
        ...pcs.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value}
      onChange={onChange}
    />
  );
}
