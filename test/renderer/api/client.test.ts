import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { events, type EventName } from '#shared/contract/index.ts';
import type { Wire, WireEvent } from '#renderer/api/transport.ts';

/** The far side of the preload's bridge: what the core would answer, as it crosses. */
let answer: (channel: string, input: unknown) => Promise<Wire>;
let emit: (event: WireEvent) => void = () => undefined;
const asked: [string, unknown][] = [];

Object.assign(globalThis, {
  window: {
    closeout: {
      invoke: (channel: string, input: unknown) => {
        asked.push([channel, input]);
        return answer(channel, input);
      },
      subscribe: (listener: (event: WireEvent) => void) => {
        emit = listener;
        return () => undefined;
      },
    },
  },
});
const { call, on, tellEveryChange } = await import('#renderer/api/client.ts');

const settings = {
  language: 'en',
  theme: 'dark',
  digits: 'arabic',
  csvByteOrderMark: true,
  systemNotices: false,
  cutOffWarningMinutes: 60,
  holdDays: 7,
  readMinutes: 5,
  openFrom: '07:00',
  openTo: '03:00',
  readWhileLocked: false,
};

beforeEach(() => {
  asked.length = 0;
});

describe('before any page is there', () => {
  it('a page that listens is told what came, and what it asks is decoded', async () => {
    const told: unknown[] = [];
    const stop = on('approvals.changed', (payload) => told.push(payload));
    emit({ event: 'approvals.changed', payload: {} });
    answer = () => Promise.resolve({ ok: true, value: { waiting: 'not a list' } });
    const listed = await call('approvals.list', {});
    expect(told).toEqual([{}]);
    expect(listed).toMatchObject({ ok: false, error: { code: 'unexpected' } });
    stop();
  });
});

describe('a call to the core', () => {
  it('names the channel and passes the input', async () => {
    answer = () => Promise.resolve({ ok: true, value: settings });
    const result = await call('app.settings.set', { theme: 'dark' });
    expect(result).toEqual({ ok: true, value: settings });
    expect(asked).toEqual([['app.settings.set', { theme: 'dark' }]]);
  });

  it('answers an expected failure as it is', async () => {
    answer = () =>
      Promise.resolve({ ok: false, error: { kind: 'profile', code: 'none-active', params: {} } });
    const result = await call('app.settings.get', {});
    expect(result).toMatchObject({ ok: false, error: { kind: 'profile', code: 'none-active' } });
  });

  it('is a failure, not an exception, when the core is away', async () => {
    answer = () => Promise.reject(new Error('gone'));
    const result = await call('app.settings.get', {});
    expect(result).toMatchObject({ ok: false, error: { kind: 'internal', code: 'unexpected' } });
  });

  it('that acts is not known to have failed, whatever its answer broke on', async () => {
    const confirm = () => call('acknowledgement.confirm', { preparationId: 'p' });
    const lost = { ok: false, error: { kind: 'internal', code: 'answer-lost' } };
    answer = () => Promise.reject(new Error('Failed to fetch'));
    expect(await confirm()).toMatchObject({ ...lost, error: { params: { reference: 'Failed to fetch' } } });
    answer = () => Promise.resolve({ ok: true, value: { kind: 'surprise' } });
    expect(await confirm()).toMatchObject(lost);
    answer = () => Promise.resolve({ ok: false, error: { kind: 'surprise' } });
    expect(await confirm()).toMatchObject(lost);
    expect(asked).toHaveLength(3);
  });

  it('that only prepares failed, and can be made again', async () => {
    answer = () => Promise.reject(new Error('gone'));
    expect(await call('reversal.prepare', { rowId: 'r' })).toMatchObject({ error: { code: 'unexpected' } });
  });

  it('never passes on a value that does not fit the contract', async () => {
    answer = () => Promise.resolve({ ok: true, value: { ...settings, theme: 'pink' } });
    const result = await call('app.settings.get', {});
    expect(result).toMatchObject({ ok: false, error: { kind: 'internal' } });
  });

  it('never passes on an error that the screen has no words for', async () => {
    answer = () => Promise.resolve({ ok: false, error: { kind: 'surprise', code: 'x', params: {} } });
    const result = await call('app.settings.get', {});
    expect(result).toMatchObject({ ok: false, error: { kind: 'internal' } });
  });
});

describe('an event of the core', () => {
  it('reaches its listeners decoded, until they stop', () => {
    const seen: unknown[] = [];
    const stop = on('app.settingsChanged', (payload) => seen.push(payload));
    emit({ event: 'app.settingsChanged', payload: settings });
    stop();
    emit({ event: 'app.settingsChanged', payload: settings });
    expect(seen).toEqual([settings]);
  });

  it('of an unknown name is left alone', () => {
    expect(() => emit({ event: 'constructor', payload: null })).not.toThrow();
  });
});

const CARRY_WHAT_IS_SO: readonly string[] = [
  'people.changed',
  'profiles.changed',
  'backup.changed',
  'updates.changed',
  'headOffice.changed',
];

describe('when the link is back', () => {
  it('every event that says what to read again is told, in its widest form', () => {
    const told: string[] = [];
    const changes = (Object.keys(events) as EventName[]).filter(
      (event) => event.endsWith('.changed') && !CARRY_WHAT_IS_SO.includes(event),
    );
    const stops = changes.map((event) =>
      on(event, (payload) => {
        expect((events[event] as z.ZodType).safeParse(payload).success).toBe(true);
        told.push(event);
      }),
    );
    tellEveryChange();
    stops.forEach((stop) => stop());
    expect(new Set(told)).toEqual(new Set(changes));
  });

  it('what shows one operation reads it again, too', () => {
    const seen: unknown[] = [];
    const stop = on('operations.changed', ({ opIds }) => seen.push(opIds));
    tellEveryChange();
    stop();
    expect(seen).toEqual([null]);
  });
});
