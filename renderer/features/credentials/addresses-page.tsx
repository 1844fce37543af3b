/** The addresses from which the gateway takes calls: the list as a whole, and what a change of it would do. */
import { Button, Group, Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import { isAllowable, isSameList } from '#shared/domain/allowed-addresses.ts';
import { call } from '../../api/client.ts';
import { useCanMoveMoney } from '../../app-store.ts';
import { useAsk } from '../../components/asked.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { NotAllowed } from '../../components/not-allowed.tsx';
import { useFirstLoad } from '../../components/opening.ts';
import { Page } from '../../components/page.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { useMay } from '../../people-store.ts';
import { Difference } from './difference.tsx';
import { addressesIn } from './typed-addresses.ts';
import { SaveAddresses } from './save-addresses.tsx';
import { isolated } from '../../i18n/isolated.ts';
import './credentials.css';

type Listed = OutputOf<'credentials.addresses'>;

type EditorProps = { listed: Listed; onRead: () => void };

/** What is typed stays: it is compared with whatever list was read last. */
function Editor({ listed: { addresses, own }, onRead }: EditorProps) {
  const { t } = useTranslation();
  const guard = useCanMoveMoney('credentials');
  const [typed, setTyped] = useState(() => addresses.join('\n'));
  const [saving, setSaving] = useState<readonly string[] | null>(null);
  const wanted = addressesIn(typed);
  const bad = wanted.filter((entry) => !isAllowable(entry));
  const changed = !isSameList(addresses, wanted);
  return (
    <div className="stack signature">
      {addresses.length === 0 && (
        <div className="banner" role="status">
          {t('credentials.addresses.all')}
        </div>
      )}
      <Textarea
        label={t('credentials.addresses.field')}
        description={t('credentials.addresses.fieldAbout')}
        dir="ltr"
        autosize
        minRows={6}
        maxRows={16}
        maxLength={6_000}
        spellCheck={false}
        value={typed}
        error={bad.length > 0 && t('credentials.addresses.bad', { address: isolated(bad[0] ?? '') })}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {changed && bad.length === 0 && <Difference before={addresses} after={wanted} />}
      <Group>
        <GuardedButton guard={guard} disabled={!changed || bad.length > 0} onClick={() => setSaving(wanted)}>
          {t('credentials.addresses.review')}
        </GuardedButton>
        <Button
          variant="default"
          disabled={typed === addresses.join('\n')}
          onClick={() => setTyped(addresses.join('\n'))}
        >
          {t('credentials.addresses.undo')}
        </Button>
      </Group>
      {saving && (
        <SaveAddresses
          before={addresses}
          after={saving}
          own={own}
          onAddOwn={(address) => {
            setTyped([...saving, address].join('\n'));
            setSaving([...saving, address]);
          }}
          onSaved={onRead}
          onClose={() => setSaving(null)}
        />
      )}
    </div>
  );
}

export function AddressesPage({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation();
  const may = useMay('credentials');
  const { value: listed, error, busy, ask } = useAsk<Listed>();
  const [last, setLast] = useState<Listed | null>(null);
  const read = async () => {
    if (!may.allowed) return;
    const found = await ask(call('credentials.addresses', {}));
    if (found) setLast(found);
  };
  useFirstLoad(() => void read());
  useRefreshKey(() => void read());
  const shown = listed ?? last;
  return (
    <Page
      title={t('app.nav.integration')}
      headline={t('credentials.addresses.about')}
      actions={
        <>
          {tabs}
          <Button variant="default" loading={busy} disabled={!may.allowed} onClick={() => void read()}>
            {t('credentials.addresses.read')}
          </Button>
        </>
      }
    >
      <div className="page-scroll">
        <NotAllowed may={may} />
        {error && <ErrorNotice error={error} onRetry={() => void read()} />}
        {shown && <Editor listed={shown} onRead={() => void read()} />}
      </div>
    </Page>
  );
}
