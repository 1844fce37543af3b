/** The keys that work everywhere, and the list of them. */
import { Modal } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { orTell } from '../components/tell-error.tsx';
import { lockNow } from '../people-store.ts';
import { askRefresh } from './refresh.ts';
import { useGoKeys } from './go-keys.ts';
import { keyText, sections } from './sections.tsx';

const LIST = [
  ['Ctrl+K', 'app.keys.find'],
  ['F5', 'app.keys.refresh'],
  ['Ctrl+L', 'people.lock.now'],
  ['Ctrl+Shift+L', 'people.lock.switch'],
  ['J K', 'app.keys.rows'],
  ['Enter', 'app.keys.open'],
  ['Esc', 'app.keys.back'],
  ['Ctrl+C', 'app.keys.copy'],
  ['Ctrl+P', 'reports.keys.print'],
  ['Ctrl+E', 'reports.keys.save'],
  ['T', 'figures.keys'],
  ['?', 'app.keys.list'],
] as const;

export function Keys() {
  const { t } = useTranslation();
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
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      title={t('app.keys.title')}
      closeButtonProps={{ 'aria-label': t('app.actions.close') }}
    >
      <dl className="facts">
        {[...LIST, ...sections.map(({ code, text }) => [keyText(code), text] as const)].map(
          ([key, meaning]) => (
            <div key={key} className="contents">
              <dt>
                <kbd dir="ltr">{key}</kbd>
              </dt>
              <dd>{t(meaning)}</dd>
            </div>
          ),
        )}
      </dl>
    </Modal>
  );
}
