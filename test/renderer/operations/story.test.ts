import { expect, test } from 'vitest';
import { stepsOf } from '#renderer/features/operations/story-steps.ts';

type Event = Parameters<typeof stepsOf>[0][number];

const event = (seq: number, code: Event['code'], params: Event['params'] = {}): Event => ({
  seq,
  atMs: seq * 1_000,
  code,
  params,
});
const read = (seq: number, result: string) => event(seq, 'read', { result });

test('the story leaves out the wire, and reads that say the same are one step at the time of the last', () => {
  const steps = stepsOf([
    event(1, 'asked'),
    event(2, 'sending', { attemptNo: '1' }),
    event(3, 'connected'),
    event(4, 'headers-sent'),
    event(5, 'body-sent'),
    event(6, 'not-known'),
    read(7, 'negative'),
    read(8, 'negative'),
    read(9, 'inconclusive'),
    read(10, 'negative'),
    event(11, 'needs-person'),
  ]);
  expect(steps.map(({ event: { seq, code }, times }) => [seq, code, times])).toEqual([
    [1, 'asked', 1],
    [2, 'sending', 1],
    [6, 'not-known', 1],
    [8, 'read', 2],
    [9, 'read', 1],
    [10, 'read', 1],
    [11, 'needs-person', 1],
  ]);
});

test('reads that say the same before and after Closeout started again are one step', () => {
  const steps = stepsOf([
    event(1, 'asked'),
    // Its result is a word that this Closeout does not know: it is shown as inconclusive.
    read(2, 'of-a-later-version'),
    event(3, 'recovered'),
    read(4, 'inconclusive'),
    event(5, 'recovered'),
    read(6, 'negative'),
  ]);
  expect(steps.map(({ event: { seq, code }, times }) => [seq, code, times])).toEqual([
    [1, 'asked', 1],
    [3, 'recovered', 1],
    [4, 'read', 2],
    [5, 'recovered', 1],
    [6, 'read', 1],
  ]);
});
