/** The name in the band: lock, switch, the own PIN. */
import { Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconChevronDown, IconKey, IconLock, IconUser, IconUsers } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { orTell } from '../../components/tell-error.tsx';
import { lockNow, useMe, usePeople } from '../../people-store.ts';
import { OwnPinDialog } from './own-pin-dialog.tsx';

const Key = ({ keys }: { keys: string }) => (
  <kbd dir="ltr" className="muted menu-key">
    {keys}
  </kbd>
);

/** Says what head office changed of the person who is signed in: it holds already. */
function useTold() {
  const { t } = useTranslation();
  const told = usePeople(({ state }) => (state?.kind === 'signed-in' ? state.told : null));
  const words =
    told && told.role !== null
      ? t('people.chain.told.role', {
          ...{ name: told.name, by: told.by, pc: told.pcName, role: t(`people.role.${told.role}`) },
        })
      : null;
  useEffect(() => {
    if (words === null) return undefined;
    const id = notifications.show({ message: words, autoClose: false });
    // It is of this person, in this language: whoever signs in next is not shown it.
    return () => void notifications.hide(id);
  }, [words]);
}

export function PersonMenu() {
  const { t } = useTranslation();
  const me = useMe();
  useTold();
  const [changing, setChanging] = useState(false);
  if (!me) return null;
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <button
            type="button"
            className="band-button"
            aria-label={t('people.lock.menu', { name: me.name, role: t(`people.role.${me.role}`) })}
          >
            <IconUser size={16} aria-hidden /> <bdi>{me.name}</bdi> <IconChevronDown size={14} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t(`people.role.${me.role}`)}</Menu.Label>
          <Menu.Item
            leftSection={<IconUsers size={16} />}
            rightSection={<Key keys="Ctrl+Shift+L" />}
            onClick={() => void orTell(lockNow(true))}
          >
            {t('people.lock.switch')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconLock size={16} />}
            rightSection={<Key keys="Ctrl+L" />}
            onClick={() => void orTell(lockNow(false))}
          >
            {t('people.lock.now')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconKey size={16} />} onClick={() => setChanging(true)}>
            {t('people.list.ownPin')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {changing && <OwnPinDialog onClose={() => setChanging(false)} />}
    </>
  );
}
