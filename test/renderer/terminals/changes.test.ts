/** The list of terminals while the pointer is on it: what came by itself waits, what a person did shows at once. */
import { expect, test, vi } from 'vitest';
import type { WireEvent } from '#renderer/api/transport.ts';

let emit: (event: WireEvent) => void = () => undefined;
const asked: string[] = [];
Object.assign(globalThis, {
  location: { hash: '#/terminals' },
  document: { querySelector: () => ({}) },
  window: {
    closeout: {
      invoke: (channel: string) => {
        asked.push(channel);
        return new Promise(() => {});
      },
      subscribe: (listener: (event: WireEvent) => void) => {
        emit = listener;
        return () => undefined;
      },
    },
  },
});
const { useNews } = await import('#renderer/news.ts');
await import('#renderer/features/terminals/store.ts');

const changed = (byItself: boolean) =>
  emit({ event: 'terminals.changed', payload: { terminalIds: null, byItself } });

test('a change that came by itself waits', async () => {
  vi.useFakeTimers();
  changed(true);
  await vi.runAllTimersAsync();
  expect(asked).toEqual([]);
  expect([...useNews.getState().held.keys()]).toEqual(['terminals']);
});

test('an act of a person right after it shows both', async () => {
  changed(true);
  changed(false);
  await vi.runAllTimersAsync();
  expect(asked).toEqual(['terminals.list']);
  expect(useNews.getState().held.size).toBe(0);
});
