/** The keys that work everywhere, and the list of them with those of the page that is open. */
import { Modal } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { orTell } from '../components/tell-error.tsx';
import { lockNow } from '../people-store.ts';
import { askRefresh } from './refresh.ts';
import { useGoKeys } from './go-keys.ts';
import { keysOf, keysOfLists, type Key } from './page-keys.ts';
import { keyText, places } from './places.tsx';

const EVERYWHERE: readonly Key[] = [
  ['Ctrl+K', 'app.keys.find'],
  ['F5', 'app.keys.refresh'],
  ['Ctrl+L', 'people.lock.now'],
  ['Ctrl+Shift+L', 'people.lock.switch'],
  ['Esc', 'app.keys.back'],
  ['?', 'app.keys.list'],
];
/** In the order of the navigation. Keys that are pressed together, and keys that follow one another, are two lists. */
const PLACES: readonly Key[] = places.map(({ code, text }) => [keyText(code), text]);
const FOLLOWING = PLACES.filter(([key]) => key.startsWith('G '));
const TOGETHER = PLACES.filter(([key]) => !key.startsWith('G '));

/** Each of several keys has a cap of its own; of two that follow one another it says so. */
function KeyCaps({ of }: { of: string }) {
  const { t } = useTranslation();
  const caps = of.split(' ');
  const follows = caps.length === 2 && caps[0] === 'G';
  return (
    // Keys that follow one another are read in the direction of the page; the word between them is its language's.
    <span className="key-caps" {...(!follows && { dir: 'ltr' })}>
      {caps.map((cap, place) => (
        <span key={cap}>
          {follows && place === 1 && <span className="muted size-12">{t('app.keys.then')} </span>}
          <kbd>{cap}</kbd>
        </span>
      ))}
    </span>
  );
}

type ListProps = { title: string; keys: readonly Key[] };

function KeyList({ title, keys }: ListProps) {
  const { t } = useTranslation();
  if (keys.length === 0) return null;
  return (
    <section>
      <h3 className="keys-title">{title}</h3>
      <dl className="facts">
        {keys.map(([key, meaning]) => (
          <div key={key} className="contents">
            <dt>
              <KeyCaps of={key} />
            </dt>
            <dd>{t(meaning)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function Keys() {
  const { t } = useTranslation();
  const [path] = useLocation();
  const [opened, setOpened] = useState(false);
  // Also from inside a field, and on an Arabic keyboard: nobody should have to leave one to lock.
  useHotkeys(
    [
      ['ctrl+L', () => void orTell(lockNow(false)), { usePhysicalKeys: true }],
      ['ctrl+shift+L', () => void orTell(lockNow(true)), { usePhysicalKeys: true }],
    ],
    [],
  );
  useHotkeys([
    ['F5', askRefresh],
    ['shift+?', () => setOpened(true)],
  ]);
  useGoKeys();
  const here = keysOf(path);
  const elsewhere = keysOfLists.filter(([key]) => !here.some(([one]) => one === key));
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      size="xl"
      title={<strong>{t('app.keys.title')}</strong>}
    >
      <div className="keys-lists">
        <div className="keys-column">
          <KeyList title={t('app.keys.here')} keys={here} />
          <KeyList title={t('app.keys.everywhere')} keys={EVERYWHERE} />
          <KeyList title={t('app.keys.lists')} keys={elsewhere} />
        </div>
        <div className="keys-column">
          <KeyList title={t('app.keys.together')} keys={TOGETHER} />
          <KeyList title={t('app.keys.following')} keys={FOLLOWING} />
        </div>
      </div>
    </Modal>
  );
}
