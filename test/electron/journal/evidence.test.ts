import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBelievedAbsent, nextCheckDelayMs } from '#electron/journal/evidence.ts';
import { negativeRead, SENT_AT_MS } from './record.ts';

const WINDOW_MS = 15 * 60_000;

const four = [negativeRead(0), negativeRead(5), negativeRead(10), negativeRead(15)];
const with_ = (index: number, changes: Parameters<typeof negativeRead>[1]) =>
  four.map((read, at) => (at === index ? { ...read, ...changes } : read));

describe('"it is not there" is believed', () => {
  it('after four good reads over fifteen minutes', () => {
    expect(isBelievedAbsent(four, SENT_AT_MS, WINDOW_MS)).toBe(true);
  });
});

describe('"it is not there" is not believed', () => {
  it('when only our own clock has gone on for so long', () => {
    const dated = (lastMinute: number) =>
      four.map((read, index) => ({
        ...read,
        serverAtMs: SENT_AT_MS + (index === 3 ? lastMinute : index) * 60_000,
      }));
    expect(isBelievedAbsent(dated(14), SENT_AT_MS, WINDOW_MS)).toBe(false);
    expect(isBelievedAbsent(dated(15), SENT_AT_MS, WINDOW_MS)).toBe(true);
  });
  it('when only our own clock has gone on, and the gateway did not tell its own in every read', () => {
    const dated = (...minutes: (number | null)[]) =>
      four.map((read, index) => {
        const minute = minutes[index] ?? null;
        return { ...read, serverAtMs: minute === null ? null : SENT_AT_MS + minute * 60_000 };
      });
    expect(isBelievedAbsent(dated(null, 0, 1, 2), SENT_AT_MS, WINDOW_MS)).toBe(false);
    expect(isBelievedAbsent(dated(0, 1, 2, null), SENT_AT_MS, WINDOW_MS)).toBe(false);
    expect(isBelievedAbsent(dated(null, null, 2, null), SENT_AT_MS, WINDOW_MS)).toBe(false);
    expect(isBelievedAbsent(dated(null, 0, 15, null), SENT_AT_MS, WINDOW_MS)).toBe(true);
  });
  it('without a read', () => {
    expect(isBelievedAbsent([], SENT_AT_MS, WINDOW_MS)).toBe(false);
  });
  it('after three reads', () => {
    expect(
      isBelievedAbsent([negativeRead(0), negativeRead(8), negativeRead(60)], SENT_AT_MS, WINDOW_MS),
    ).toBe(false);
  });
  it('after four reads over one millisecond less than fifteen minutes', () => {
    expect(isBelievedAbsent(with_(3, { atMs: SENT_AT_MS + 899_999 }), SENT_AT_MS, WINDOW_MS)).toBe(false);
  });
  it('when one of only four reads was not complete', () => {
    expect(isBelievedAbsent(with_(1, { complete: false }), SENT_AT_MS, WINDOW_MS)).toBe(false);
  });
  it('when one of only four reads does not list the sale itself', () => {
    expect(isBelievedAbsent(with_(2, { originalListed: false }), SENT_AT_MS, WINDOW_MS)).toBe(false);
  });
  it('when the last read holds nothing newer than the send', () => {
    expect(isBelievedAbsent(with_(3, { newerData: false }), SENT_AT_MS, WINDOW_MS)).toBe(false);
  });
  it('when one of only four reads was made with another key', () => {
    expect(isBelievedAbsent(with_(0, { sameAccess: false }), SENT_AT_MS, WINDOW_MS)).toBe(false);
  });
  it('when a read was made before the send', () => {
    expect(isBelievedAbsent(with_(0, { atMs: SENT_AT_MS - 1 }), SENT_AT_MS, WINDOW_MS)).toBe(false);
  });
  it('when any read shows that it happened, however many do not', () => {
    const reads = [negativeRead(1, { result: 'positive' }), ...four, negativeRead(30)];
    expect(isBelievedAbsent(reads, SENT_AT_MS, WINDOW_MS)).toBe(false);
  });
  it('by any number of reads that prove nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 60 }), (minutes) => {
        const reads = minutes.sort((a, b) => a - b).map((m) => negativeRead(m, { result: 'inconclusive' }));
        expect(isBelievedAbsent(reads, SENT_AT_MS, WINDOW_MS)).toBe(false);
      }),
    );
  });
});

describe('the next read', () => {
  it('is due after 2, 4, 8, 16, 32 and 60 seconds, then every 5 minutes', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 100].map(nextCheckDelayMs)).toEqual([
      2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 300_000, 300_000,
    ]);
  });
});
