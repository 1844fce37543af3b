import { notifications, notificationsStore } from '@mantine/notifications';
import { beforeEach, expect, it } from 'vitest';
import { answerNext, waiting } from '#test/renderer/calls.ts';
import { operationWire } from '#test/renderer/operation-wire.ts';
import type { Terminal } from '#shared/contract/terminals.ts';

const { useMany } = await import('#renderer/features/acknowledgement/many-store.ts');
const { awaitedPath } = await import('#renderer/waiting.ts');

const terminals = ['30410001', '30410002'].map(
  (terminalId) => ({ terminalId, label: terminalId, lastReadAtMs: null }) as Terminal,
);
const preparation = (terminalId: string, preparationId: string) => ({
  ok: true as const,
  value: {
    preparationId,
    terminalId,
    readAtMs: 1,
    count: 2,
    sums: { net: [], sales: [], returns: [], undone: [], notSummed: [] },
    oldestFirstSeenAtMs: null,
    newSinceSeen: 0,
    goneSinceSeen: 0,
    unreadable: [],
    days: [],
  },
});
const ended = (state: string, opId = 'op-1') => ({
  ok: true as const,
  value: { kind: 'ended', operation: operationWire({ opId, state, kind: 'acknowledgement' }), remaining: 0 },
});
const steps = () => useMany.getState().items.map(({ step }) => step.kind);
const told = () => notificationsStore.getState().notifications.map(({ id }) => id);

async function prepared(name: string): Promise<void> {
  void useMany.getState().prepare(terminals);
  for (const { terminalId } of terminals)
    await answerNext('acknowledgement.prepare', preparation(terminalId, `${name}-${terminalId}`));
  expect(useMany.getState().phase).toBe('confirming');
}
beforeEach(() => {
  waiting.length = 0;
  notifications.clean();
});

it('sends one after another, holds the page meanwhile, and tells nothing beside the dialog', async () => {
  await prepared('a');
  void useMany.getState().send();
  expect(steps()).toEqual(['sending', 'ready']);
  expect(awaitedPath()).toBe('/terminals');
  await answerNext('acknowledgement.confirm', ended('SUCCEEDED'));
  expect(steps()).toEqual(['ended', 'sending']);
  await answerNext('acknowledgement.confirm', ended('REFUSED', 'op-2'));
  expect(useMany.getState().phase).toBe('ended');
  expect(awaitedPath()).toBeNull();
  expect(told()).toEqual([]);
});

it('left while it sends and opened again: the late answer changes no row, ends no phase, sends nothing more, and is told', async () => {
  await prepared('a');
  void useMany.getState().send();
  const [late] = waiting.splice(0);
  useMany.getState().leave();
  await prepared('b');
  late?.answer(ended('NOT_SENT'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(steps()).toEqual(['ready', 'ready']);
  expect(useMany.getState().phase).toBe('confirming');
  expect(waiting).toEqual([]);
  expect(told()).toEqual(['ending op-1']);
});

it('opened again while it still reads: the late answer of the first run is no part of the second', async () => {
  await prepared('a');
  void useMany.getState().send();
  const [late] = waiting.splice(0);
  void useMany.getState().prepare(terminals);
  late?.answer({ ok: false, error: { kind: 'movement', code: 'terminal-busy', params: {} } });
  await new Promise((resolve) => setImmediate(resolve));
  expect(steps()).toEqual(['reading', 'waiting']);
  expect(useMany.getState().phase).toBe('reading');
  expect(told()).toHaveLength(1);
});
