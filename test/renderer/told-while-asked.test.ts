/** A change that the core tells while the window's first question is on its way is newer than the answer. */
import { expect, it } from 'vitest';
import type { WireEvent } from '#renderer/api/transport.ts';
import type { Settings } from '#shared/contract/app.ts';

let tell: (event: WireEvent) => void = () => undefined;
const settings = (language: 'en' | 'ar'): Settings => ({ ...useApp.getState().settings, language });
Object.assign(globalThis, {
  location: { hash: '' },
  localStorage: { getItem: () => null },
  window: {
    location: { hash: '' },
    closeout: {
      subscribe: (listener: typeof tell) => {
        tell = listener;
        return () => undefined;
      },
      invoke: (channel: string) =>
        channel === 'app.settings.get'
          ? Promise.resolve({ ok: true, value: settings('en') })
          : Promise.reject(new Error('away')),
    },
  },
});
const { askAtStart, languageNow, startApp, useApp } = await import('#renderer/app-store.ts');
const { startTexts } = await import('#renderer/i18n/index.ts');
await startTexts('en');

it('the language that is set while the window starts is the one it shows', async () => {
  const asked = askAtStart();
  await asked;
  tell({ event: 'app.settingsChanged', payload: settings('ar') });
  await startApp(asked);
  expect(languageNow()).toBe('ar');
});

it('what was told before the question is older than the answer', async () => {
  await startApp(askAtStart());
  expect(languageNow()).toBe('en');
});
