/** Exceptions as a sheet: saved to be filled in, and brought back. */
import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconFileSpreadsheet, IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Comparison } from '#shared/domain/reconciliation.ts';
import { call } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { MenuItem } from '../../components/menu-item.tsx';
import { tellError } from '../../components/tell-error.tsx';
import { directionOf } from '../../i18n/index.ts';
import { useMay } from '../../people-store.ts';
import { useTellSaved } from '../reports/index.tsx';
import { useExceptions } from './lists.ts';
import { SheetBack } from './sheet-back.tsx';
import { sheetWords } from './sheet-texts.ts';

export function SheetMenu({ comparison }: { comparison: Comparison }) {
  const { t } = useTranslation();
  const { language } = useLocale();
  const may = useMay('reconcile');
  const tellSaved = useTellSaved();
  const [busy, setBusy] = useState(false);
  const [bringing, setBringing] = useState(false);
  const saveSheet = async () => {
    setBusy(true);
    const answer = await call('reconciliation.saveSheet', {
      comparison,
      filter: useExceptions.getState().query.filter,
      fileName: [t('reconciliation.sheet.file'), comparison],
      rtl: directionOf(language) === 'rtl',
      ...sheetWords(t, comparison),
    });
    setBusy(false);
    if (answer.ok) tellSaved(answer.value);
    else tellError(answer.error);
  };
  return (
    <>
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            loading={busy}
            leftSection={<IconFileSpreadsheet size={16} />}
            rightSection={<IconChevronDown size={14} />}
          >
            {t('reconciliation.sheet.menu')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuItem
            disabled={!may.allowed}
            leftSection={<IconFileSpreadsheet size={16} />}
            onClick={() => void saveSheet()}
          >
            {t('reconciliation.sheet.save')}
          </MenuItem>
          <MenuItem
            disabled={!may.allowed}
            leftSection={<IconFileUpload size={16} />}
            onClick={() => setBringing(true)}
          >
            {t('reconciliation.sheet.bringBack')}
          </MenuItem>
          {!may.allowed && <Menu.Label className="menu-reason">{may.reason}</Menu.Label>}
        </Menu.Dropdown>
      </Menu>
      {bringing && <SheetBack onClose={() => setBringing(false)} />}
    </>
  );
}
