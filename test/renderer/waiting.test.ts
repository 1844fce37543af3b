import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { awaitedPath, leftBetween, LONG_MS, noteLeft, waitForAnswer } from '#renderer/waiting.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  vi.stubGlobal('location', { hash: '#/terminals/30410002' });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  kept.clear();
});

it('the page it was asked on is held until the answer comes', () => {
  const end = waitForAnswer();
  location.hash = '#/today';
  expect(awaitedPath()).toBe('/terminals/30410002');
  end();
  expect(awaitedPath()).toBeNull();
});

it('two waits: the page is held until both are answered', () => {
  const [first, second] = [waitForAnswer(), waitForAnswer()];
  first();
  expect(awaitedPath()).toBe('/terminals/30410002');
  second();
  expect(awaitedPath()).toBeNull();
});

it('after three minutes without an answer the page is let go, and that is told once', () => {
  const onLong = vi.fn();
  const end = waitForAnswer(onLong);
  vi.advanceTimersByTime(LONG_MS - 1);
  expect(awaitedPath()).toBe('/terminals/30410002');
  expect(onLong).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(awaitedPath()).toBeNull();
  end();
  expect(onLong).toHaveBeenCalledTimes(1);
});

it('answered in time, nothing is told of three minutes', () => {
  const onLong = vi.fn();
  waitForAnswer(onLong)();
  vi.advanceTimersByTime(LONG_MS * 2);
  expect(onLong).not.toHaveBeenCalled();
});

it('a window left while it waits notes from when on, and the next person is told for ten minutes', () => {
  const end = waitForAnswer();
  vi.setSystemTime(1_005_000);
  noteLeft();
  // The window begins anew: nothing is awaited in it.
  end();
  expect(leftBetween()).toEqual({ fromMs: 1_000_000, toMs: 1_065_000 });
  // A third person takes it over, and nothing more was left.
  noteLeft();
  expect(leftBetween()).toEqual({ fromMs: 1_000_000, toMs: 1_065_000 });
  vi.setSystemTime(1_605_001);
  expect(leftBetween()).toBeNull();
  expect(kept.size).toBe(0);
});

it('a window left while it waits for nothing notes nothing', () => {
  noteLeft();
  expect(leftBetween()).toBeNull();
});
