import { notificationsStore } from '@mantine/notifications';
import { expect, it, vi } from 'vitest';
import { answerNext, waiting } from '#test/renderer/calls.ts';
import { operationWire } from '#test/renderer/operation-wire.ts';

const { tellLeft } = await import('#renderer/frame/left-answers.ts');
const left = { fromMs: 1_000, toMs: 60_000 };
vi.mock('#renderer/waiting.ts', async (original) => ({ ...(await original()), leftBetween: () => left }));

const told = () => notificationsStore.getState().notifications.map(({ id }) => id);
async function look(rows: Record<string, unknown>[]): Promise<void> {
  const looking = tellLeft();
  await answerNext('operations.page', { ok: true, value: { rows: rows.map(operationWire), next: null } });
  await looking;
}

it('what was on its way when the window was left is told once, when it has ended, and nothing else is', async () => {
  const before = { opId: 'before', createdAtMs: 999 };
  const later = { opId: 'later', createdAtMs: 60_001 };
  await look([before, { opId: 'left', createdAtMs: 2_000, state: 'SENDING' }, later]);
  expect(told()).toEqual([]);
  await look([before, { opId: 'left', createdAtMs: 2_000, state: 'NOT_SENT' }, later]);
  expect(told()).toEqual(['ending left']);
  notificationsStore.setState({ notifications: [], queue: [], defaultPosition: 'bottom-left', limit: 3 });
  await look([before, { opId: 'left', createdAtMs: 2_000, state: 'NOT_SENT' }, later]);
  expect(told()).toEqual([]);
  expect(waiting).toEqual([]);
});
