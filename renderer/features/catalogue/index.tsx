/** What can be done on the lists of products and categories: make one, change one, delete one. */
import { useHotkeys } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CatalogueThing } from '#shared/contract/catalogue.ts';
import type { KeptRow } from '#shared/contract/kept.ts';
import type { KeptListName } from '#shared/domain/kept-lists.ts';
import { useCanMoveMoney } from '../../app-store.ts';
import { call } from '../../api/client.ts';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { DeleteDialog } from '../making/index.tsx';
import { ChangeEntryDialog, NewEntryDialog } from './entry-dialog.tsx';
import { formOf } from './entry-form.ts';

/** What a list is of, if it is of the catalogue. */
export const thingOf = (name: KeptListName): CatalogueThing | null =>
  name === 'products' ? 'product' : name === 'categories' ? 'category' : null;

type NewProps = { what: CatalogueThing; onMade: (key: string) => void };

export function NewEntry({ what, onMade }: NewProps) {
  const { t } = useTranslation();
  const guard = useCanMoveMoney('catalogue');
  const [isNew, setNew] = useState(false);
  useHotkeys([['N', () => guard.allowed && setNew(true), { usePhysicalKeys: true }]]);
  const done = (key: string) => {
    setNew(false);
    onMade(key);
  };
  return (
    <>
      <GuardedButton guard={guard} leftSection={<IconPlus size={16} />} onClick={() => setNew(true)}>
        {t(`catalogue.new.${what}`)}
      </GuardedButton>
      {isNew && <NewEntryDialog what={what} onClose={() => setNew(false)} onMade={done} />}
    </>
  );
}

/** A dialog stays when what it deleted is gone: it says how that ended. */
export function EntryActs({ what, row }: { what: CatalogueThing; row: KeptRow }) {
  const { t } = useTranslation();
  const guard = useCanMoveMoney('catalogue');
  const [open, setOpen] = useState<'change' | 'delete' | null>(null);
  const [isNotKnown, setNotKnown] = useState(false);
  const close = () => setOpen(null);
  return (
    <>
      {isNotKnown && (
        <div className="told banner" data-tone="unknown" role="status">
          {t('catalogue.change.notKnown')}
        </div>
      )}
      {!row.isGone && (
        <>
          <GuardedButton guard={guard} onClick={() => setOpen('change')}>
            {t(`catalogue.change.${what}`)}
          </GuardedButton>
          <GuardedButton
            guard={guard}
            variant="subtle"
            color="red"
            className="act-away"
            onClick={() => setOpen('delete')}
          >
            {t(`catalogue.delete.${what}`)}
          </GuardedButton>
        </>
      )}
      {open === 'change' && (
        <ChangeEntryDialog
          what={what}
          row={row}
          onClose={close}
          onDone={(ending) => {
            setNotKnown(ending === 'not-known');
            close();
          }}
        />
      )}
      {open === 'delete' && (
        <DeleteDialog
          title={t(`catalogue.delete.${what}`)}
          consequence={t(`catalogue.delete.consequence.${what}`)}
          name={formOf(row).name}
          send={(typed, authorization) =>
            call('catalogue.delete', { what, key: row.key, typed, authorization })
          }
          onClose={close}
        />
      )}
    </>
  );
}
