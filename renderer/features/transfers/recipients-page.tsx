/** Recipients that are kept on this PC: their numbers are sealed, and only the ends are shown. */
import { Menu, Skeleton, Table } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconAlertTriangle, IconPlus, IconUsers } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { useCanMoveMoney, useLocale, useOffered, type MayMove } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { ListFoot } from '../../components/list-foot.tsx';
import { MenuItem } from '../../components/menu-item.tsx';
import { Page } from '../../components/page.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { formatList } from '../../i18n/format.ts';
import { NewTransferDialog } from './new-transfer.tsx';
import { RecipientDialog } from './recipient-dialog.tsx';
import { ExportMenu } from '../reports/index.tsx';
import { useRecipients, type Found, type Recipient } from './use-recipients.ts';
import { isolated } from '../../i18n/isolated.ts';

type Open =
  | { do: 'keep'; recipient: Recipient | null }
  | { do: 'remove' | 'send'; recipient: Recipient }
  | null;
type RowProps = {
  recipient: Recipient;
  /** Others whose numbers end alike. */
  alike: readonly string[];
  /** The keychain answered: a number that is not readable is entered again. */
  isKeychainRead: boolean;
  guard: MayMove;
  /** Whether transfers can be sent now. */
  maySend: MayMove;
  onOpen: (open: Open) => void;
};

function Row({ recipient, alike, isKeychainRead, guard, maySend, onOpen }: RowProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { name, method, bank, ending, by, atMs, isReadable } = recipient;
  const named = { name: isolated(name) };
  return (
    <Table.Tr>
      <Table.Td>
        <strong>
          <bdi>{name}</bdi>
        </strong>
      </Table.Td>
      <Table.Td>{method === 'bank' ? <bdi>{bank}</bdi> : t('transfers.method.wallet')}</Table.Td>
      <Table.Td>
        <bdi dir="ltr">{ending}</bdi>
        {alike.length > 0 && (
          <div>
            <span className="size-13 late-text inline-row">
              <IconAlertTriangle size={16} aria-hidden />
              {t('transfers.recipients.alike', { names: formatList(alike, locale) })}
            </span>
          </div>
        )}
        {!isReadable && isKeychainRead && <div className="muted">{t('transfers.recipients.unreadable')}</div>}
      </Table.Td>
      <Table.Td>
        <TimeText atMs={atMs} dated /> · <bdi>{by}</bdi>
      </Table.Td>
      <Table.Td>
        <span className="recipient-acts">
          {isReadable && (
            <GuardedButton
              size="compact-sm"
              variant="default"
              guard={maySend}
              aria-label={t('transfers.recipients.sendTo', named)}
              onClick={() => onOpen({ do: 'send', recipient })}
            >
              {t('transfers.recipients.send')}
            </GuardedButton>
          )}
          <RowMenu label={t('terminals.row.menu', { label: isolated(name) })}>
            <MenuItem disabled={!guard.allowed} onClick={() => onOpen({ do: 'keep', recipient })}>
              {t('transfers.recipients.change')}
            </MenuItem>
            <MenuItem disabled={!guard.allowed} onClick={() => onOpen({ do: 'remove', recipient })}>
              {t('transfers.recipients.remove')}
            </MenuItem>
            {!guard.allowed && <Menu.Label className="menu-reason">{guard.reason}</Menu.Label>}
          </RowMenu>
        </span>
      </Table.Td>
    </Table.Tr>
  );
}

function Rows({ all, ...row }: { all: readonly Recipient[] } & Omit<RowProps, 'recipient' | 'alike'>) {
  const { t } = useTranslation();
  const byEnding = Map.groupBy(all, ({ ending }) => ending);
  return (
    <Table
      className="close-table recipient-table"
      verticalSpacing={4}
      aria-label={t('transfers.recipients.tab')}
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('transfers.field.recipient')}</Table.Th>
          <Table.Th>{t('transfers.recipients.bankOrWallet')}</Table.Th>
          <Table.Th>{t('transfers.recipients.number')}</Table.Th>
          <Table.Th>{t('transfers.recipients.kept')}</Table.Th>
          <Table.Td />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {all.map((recipient) => (
          <Row
            key={recipient.key}
            recipient={recipient}
            alike={(byEnding.get(recipient.ending) ?? [])
              .filter(({ key }) => key !== recipient.key)
              .map(({ name }) => isolated(name))}
            {...row}
          />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Remove({
  recipient: { key, name, ending },
  onClose,
}: {
  recipient: Recipient;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const remove = async () => {
    const answer = await call('transfers.removeRecipient', { key });
    return answer.ok ? null : answer.error;
  };
  return (
    <FormDialog
      title={t('transfers.recipients.remove')}
      action={t('transfers.recipients.remove')}
      ready
      onSave={remove}
      onClose={onClose}
    >
      <p>{t('transfers.recipients.removes', { name: isolated(name), ending: `\u2066${ending}\u2069` })}</p>
    </FormDialog>
  );
}

/** How many are saved, by what is sent to. */
function Answer({ recipients }: Pick<Found, 'recipients'>) {
  const { t } = useTranslation();
  const counted = useCounted();
  const locale = useLocale();
  const kinds = (['bank', 'wallet'] as const)
    .map((method) => ({ method, count: recipients.filter((one) => one.method === method).length }))
    .filter(({ count }) => count > 0)
    .map(({ method, count }) => t(`transfers.recipients.of.${method}`, counted(count)));
  return (
    <>
      <span>
        {t('transfers.recipients.saved', { ...counted(recipients.length), kinds: formatList(kinds, locale) })}
      </span>
      <span className="muted">{t('transfers.recipients.about')}</span>
    </>
  );
}

type BodyProps = { found: Found; onRetry: () => void } & Pick<RowProps, 'guard' | 'maySend' | 'onOpen'>;

function Body({ found: { recipients, keychain }, onRetry, ...row }: BodyProps) {
  const { t } = useTranslation();
  if (recipients.length === 0)
    return (
      <EmptyState
        icon={<IconUsers size={32} />}
        title={t('transfers.recipients.none')}
        text={t('transfers.recipients.sealed')}
      />
    );
  return (
    <>
      {keychain && (
        <div className="pad">
          <ErrorNotice error={keychain} onRetry={onRetry} />
        </div>
      )}
      <Rows all={recipients} isKeychainRead={keychain === null} {...row} />
    </>
  );
}

export function RecipientsPage({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation();
  const guard = useCanMoveMoney('payouts');
  const maySend = useOffered('payouts.transfer', guard);
  const counted = useCounted();
  const { found, error, again } = useRecipients();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const begin = () => setOpen({ do: 'keep', recipient: null });
  useHotkeys([['N', () => guard.allowed && begin(), { usePhysicalKeys: true }]]);
  return (
    <Page
      title={t('app.nav.transfers')}
      headline={found && found.recipients.length > 0 && <Answer recipients={found.recipients} />}
      actions={
        <>
          {tabs}
          <GuardedButton guard={guard} leftSection={<IconPlus size={16} />} onClick={begin}>
            {t('transfers.recipients.new')}
          </GuardedButton>
        </>
      }
    >
      {found && found.recipients.length > 0 && (
        <div className="toolbar">
          <div className="list-tools">
            <ExportMenu
              source={{ list: 'recipients' }}
              title={t('transfers.recipients.tab')}
              columns={[]}
              count={found.recipients.length}
            />
          </div>
        </div>
      )}
      <div className="page-scroll recipient-list">
        {error && (
          <div className="pad">
            <ErrorNotice error={error} onRetry={again} />
          </div>
        )}
        {found === null && !error && <Skeleton height={240} m={24} radius={10} />}
        {found && <Body found={found} onRetry={again} guard={guard} maySend={maySend} onOpen={setOpen} />}
      </div>
      {found && found.recipients.length > 0 && (
        <ListFoot count={t('grid.rows', counted(found.recipients.length))} />
      )}
      {open?.do === 'keep' && <RecipientDialog recipient={open.recipient} onClose={close} />}
      {open?.do === 'send' && <NewTransferDialog to={open.recipient.key} onClose={close} />}
      {open?.do === 'remove' && <Remove recipient={open.recipient} onClose={close} />}
    </Page>
  );
}
