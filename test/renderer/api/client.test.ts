import { beforeEach, describe, expect, it } from 'vitest';
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
const { call, on } = await import('#renderer/api/client.ts');

const settings = {
  language: 'en',
  theme: 'dark',
  digits: 'arabic',
  csvByteOrderMark: true,
  systemNotices: false,
  cutOffWarningMinutes: 60,
};

beforeEach(() => {
  asked.length = 0;
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
