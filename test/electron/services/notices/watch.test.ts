import { expect, it, vi } from 'vitest';
import { createNoticeService, type TellBySystem } from '#electron/services/notices/index.ts';
import { profileError } from '#shared/errors/app-error.ts';
import { err, ok } from '#shared/errors/result.ts';
import type { OutputOf } from '#shared/contract/index.ts';

const START = Date.UTC(2026, 10, 21, 20, 0);
const CUT_OFF = START + 90 * 60_000;

function bench(open = true, tellBySystem: TellBySystem | null = null) {
  let nowMs = START;
  let tasks: { atMs: number; task: () => void }[] = [];
  const clock = {
    nowMs: () => nowMs,
    after: (delayMs: number, task: () => void) => {
      const entry = { atMs: nowMs + delayMs, task };
      tasks.push(entry);
      return () => void (tasks = tasks.filter((one) => one !== entry));
    },
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const forward = async (minutes: number) => {
    await settled();
    const until = nowMs + minutes * 60_000;
    for (;;) {
      const next = tasks.filter(({ atMs }) => atMs <= until).sort((a, b) => a.atMs - b.atMs)[0];
      if (!next) break;
      nowMs = next.atMs;
      tasks = tasks.filter((one) => one !== next);
      next.task();
      await settled();
    }
    nowMs = until;
  };
  const branch = {
    branchKey: 'b1',
    branchName: null,
    businessDate: '2026-11-21',
    nextCutOffAtMs: CUT_OFF,
    outstandingClosed: 0,
    clockBehind: false,
    outstandingCount: 2,
    outstanding: [],
    closing: null,
    standsBetween: {
      terminalsToRead: 0,
      outstanding: 2,
      operationsNotKnown: 0,
      unreadableRows: 0,
      earlierDays: 0,
    },
  };
  const day = { branches: [branch], overdue: [] } as unknown as OutputOf<'today.get'>;
  const onChange = vi.fn();
  const service = createNoticeService({
    clock,
    warningMinutes: () => 60,
    today: async () => (open ? ok(day) : err(profileError('none-active'))),
    unknownOperations: async () => (open ? ok([]) : err(profileError('none-active'))),
    failing: async () => ok({ count: 0, newestMs: 0 }),
    asked: async () => ok([]),
    holdDays: () => 7,
    holds: async () => (open ? ok([]) : err(profileError('none-active'))),
    words: async () => (open ? ok({ words: [] }) : err(profileError('none-active'))),
    onChange,
    onFailure: (error) => {
      throw error;
    },
    tellBySystem,
  });
  return { service, forward, onChange, waiting: () => tasks.length };
}

it('says once that something wants a person, and again when it presses more', async () => {
  const { service, forward, onChange } = bench();
  service.start();
  await forward(29);
  expect(onChange).toHaveBeenCalledTimes(0);
  await forward(2);
  expect(onChange).toHaveBeenCalledTimes(1);
  await forward(40);
  expect(onChange).toHaveBeenCalledTimes(1);
  await forward(5);
  expect(onChange).toHaveBeenCalledTimes(2);
  expect((await service.list()).value.notices).toMatchObject([
    { kind: 'cut-off-near', level: 'urgent', outstanding: 2 },
  ]);
  await forward(20);
  expect(onChange).toHaveBeenCalledTimes(3);
  expect((await service.list()).value.notices).toEqual([]);
  service.stop();
});

it('says with its list that what it comes from could not be read', async () => {
  const { service } = bench(false);
  expect((await service.list()).value).toMatchObject({ notices: [], error: { code: 'none-active' } });
  const whole = bench().service;
  expect((await whole.list()).value.error).toBeNull();
});

it('has nothing to say without a profile, and leaves no timer behind', async () => {
  const { service, forward, onChange, waiting } = bench(false);
  service.start();
  await forward(120);
  service.touch();
  expect(onChange).toHaveBeenCalledTimes(0);
  service.stop();
  expect(waiting()).toBe(0);
});

it('says that the system was not told where the host cannot', async () => {
  const { service } = bench();
  expect(await service.tell({ id: 'a', title: 'b', body: 'c' })).toEqual(ok({ told: false }));
});

it('tells by the system only a notice that there is, each once, whatever a locked window asks', async () => {
  const told: string[] = [];
  const { service, forward } = bench(true, ({ id }) => told.push(id));
  service.start();
  await forward(31);
  const tell = async (id: string) => (await service.tell({ id, title: 'b', body: 'c' })).value.told;
  const [pressing] = service.pressing();
  const known = `locked ${pressing?.mark ?? 'none'}`;
  expect(await tell('made up')).toBe(false);
  expect(await tell('locked 999')).toBe(false);
  expect(await tell(known)).toBe(true);
  for (let again = 0; again < 20; again += 1) expect(await tell(known)).toBe(false);
  const [notice] = (await service.list()).value.notices;
  expect(await tell(notice?.id ?? '')).toBe(true);
  expect(told).toHaveLength(2);
  service.stop();
});
