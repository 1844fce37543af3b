/** Payment API keys that were made here. The gateway lists none, so there may be others. */
import { Button, Table } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiKey } from '#shared/contract/credentials.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import { call, on } from '../../api/client.ts';
import { useCanMoveMoney, type MayMove } from '../../app-store.ts';
import { useAskedAgain } from '../../components/asked-again.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { Page } from '../../components/page.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { Attempts } from '../making/index.tsx';
import './credentials.css';
import { DeleteKey } from './delete-key.tsx';
import { NewKey } from './new-key.tsx';

type Keys = OutputOf<'credentials.keys'>;
const MADE_HERE = ['api-key'] as const;
const askKeys = () => call('credentials.keys', {});
/** A person may have said of an attempt that its key is there. */
function onKeys(again: () => void): () => void {
  const ends = [on('credentials.changed', again), on('making.changed', again)];
  return () => ends.forEach((end) => end());
}

/** `replace`: a new key, and then this one is deleted. */
type Open = { do: 'new'; replaces: ApiKey | null } | { do: 'delete'; key: ApiKey | null } | null;
type RowProps = { apiKey: ApiKey; guard: MayMove; onOpen: (open: Open) => void };

function KeyRow({ apiKey, guard, onOpen }: RowProps) {
  const { t } = useTranslation();
  const { name, by, atMs, use, deleted } = apiKey;
  const small = { size: 'compact-sm', variant: 'subtle' } as const;
  return (
    <Table.Tr>
      <Table.Td>
        <strong>
          <bdi>{name}</bdi>
        </strong>
      </Table.Td>
      <Table.Td>
        <TimeText atMs={atMs} /> · <bdi>{by}</bdi>
      </Table.Td>
      <Table.Td>
        {deleted ? (
          <span className="muted">
            {t('credentials.keys.deleted')} <TimeText atMs={deleted.atMs} /> · <bdi>{deleted.by}</bdi>
          </span>
        ) : (
          t(`credentials.keys.use.${use}`)
        )}
      </Table.Td>
      <Table.Td className="at-end">
        {!deleted && (
          <>
            <GuardedButton guard={guard} {...small} onClick={() => onOpen({ do: 'new', replaces: apiKey })}>
              {t('credentials.keys.replace')}
            </GuardedButton>
            <GuardedButton
              guard={guard}
              {...small}
              color="red"
              onClick={() => onOpen({ do: 'delete', key: apiKey })}
            >
              {t('credentials.delete.action')}
            </GuardedButton>
          </>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function KeyTable({ keys, ...row }: { keys: readonly ApiKey[] } & Omit<RowProps, 'apiKey'>) {
  const { t } = useTranslation();
  return (
    <Table verticalSpacing="sm" aria-label={t('credentials.tab.keys')} className="credentials-table">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('credentials.field.name')}</Table.Th>
          <Table.Th>{t('credentials.keys.made')}</Table.Th>
          <Table.Th>{t('credentials.keys.signs')}</Table.Th>
          <Table.Td />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {keys.map((apiKey) => (
          <KeyRow key={apiKey.name} apiKey={apiKey} {...row} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** What fills the page: nothing while it is asked for, the list, or why there is none. */
function Body({ found, ...row }: { found: Keys | null } & Omit<RowProps, 'apiKey'>) {
  const { t } = useTranslation();
  if (found === null) return null;
  if (found.keys.length > 0) return <KeyTable keys={found.keys} {...row} />;
  return (
    <EmptyState
      icon={<IconKey size={32} />}
      title={t('credentials.empty.title')}
      text={t('credentials.empty.text')}
      action={
        <GuardedButton
          guard={row.guard}
          variant="default"
          onClick={() => row.onOpen({ do: 'new', replaces: null })}
        >
          {t('credentials.new.title')}
        </GuardedButton>
      }
    />
  );
}

export function KeysPage({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation();
  const guard = useCanMoveMoney('credentials');
  const found = useAskedAgain(askKeys, onKeys);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  useHotkeys([
    ['N', () => guard.allowed && setOpen({ do: 'new', replaces: null }), { usePhysicalKeys: true }],
  ]);
  return (
    <Page
      title={t('app.nav.integration')}
      headline={t('credentials.keys.about')}
      actions={
        <>
          {tabs}
          {guard.allowed && (
            <Button variant="default" onClick={() => setOpen({ do: 'delete', key: null })}>
              {t('credentials.delete.other')}
            </Button>
          )}
          <GuardedButton
            guard={guard}
            leftSection={<IconPlus size={16} />}
            onClick={() => setOpen({ do: 'new', replaces: null })}
          >
            {t('credentials.new.title')}
          </GuardedButton>
        </>
      }
    >
      <Attempts whats={MADE_HERE} onMade={() => undefined} />
      <div className="page-scroll">
        <Body found={found} guard={guard} onOpen={setOpen} />
      </div>
      {open?.do === 'new' && (
        <NewKey
          replaces={open.replaces}
          canEnter={found?.canEnter ?? false}
          onDelete={(key) => setOpen({ do: 'delete', key })}
          onClose={close}
        />
      )}
      {open?.do === 'delete' && <DeleteKey apiKey={open.key} onClose={close} />}
    </Page>
  );
}
