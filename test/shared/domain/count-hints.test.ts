import { describe, expect, it } from 'vitest';
import { hintsOf, type HintFacts } from '#shared/domain/count-hints.ts';

type Row = { id: string; minor: bigint; firstSeenAtMs: number };
const row = (id: string, minor: bigint, firstSeenAtMs = 1): Row => ({ id, minor, firstSeenAtMs });
const day = [row('a', 12_000n), row('b', 5_000n), row('c', 4_560n), row('d', 7_300n), row('e', 900n, 2)];
const total = day.reduce((sum, { minor }) => sum + minor, 0n);

function causes(counted: bigint, more: Partial<HintFacts<Row>> = {}): string[] {
  const facts = {
    counted,
    expected: total,
    net: counted - total,
    own: day,
    returns: [],
    before: [],
    ...more,
  };
  return hintsOf(facts).map(
    ({ cause, rows, more: others }) =>
      `${cause} ${rows.map(({ id }) => id).join('+')}${others > 0 ? ` and ${others}` : ''}`,
  );
}

describe('a difference of a terminal', () => {
  it('that is none has no cause', () => {
    expect(causes(total)).toEqual([]);
  });
  it('is a transaction of just that amount, or two', () => {
    expect(causes(total - 5_000n)).toEqual(['one b']);
    expect(causes(total - 12_300n)).toEqual(['two b+d']);
    expect(causes(total - 12_000n)).toContain('one a');
  });
  it('is what came last, by itself and together with what came with it, and never everything', () => {
    expect(causes(total - 900n)).toEqual(['after-slip e']);
    const later = [...day, row('f', 100n, 3), row('g', 150n, 3)];
    const expected = total + 250n;
    const missing = (minor: bigint) => causes(expected - minor, { own: later, expected, net: -minor });
    expect(missing(250n)).toContain('after-slip f+g');
    expect(missing(1_150n)).toEqual(['after-slip f+g+e']);
    expect(causes(0n)).not.toContain('after-slip');
    expect(causes(0n).filter((cause) => cause.startsWith('after'))).toEqual([]);
  });
  it('is twice a return that was added to the sales', () => {
    const returns = [row('r', -2_000n)];
    expect(causes(total + 2_000n, { net: 4_000n, returns })).toEqual(['return-as-sale r']);
    expect(causes(total - 2_300n, { net: -4_600n, returns })).toEqual([]);
  });
  it('is two digits that changed places, in the total or in one transaction', () => {
    expect(total).toBe(29_760n);
    expect(causes(27_960n)).toContain('swapped ');
    expect(causes(total + 900n)).toEqual(['one e', 'swapped c']);
    expect(causes(total + 77n)).toEqual([]);
  });
  it('is one digit that was mistyped, if nothing else explains it', () => {
    expect(causes(29_767n)).toEqual(['mistyped ']);
    expect(causes(27_760n)).toEqual(['mistyped ']);
    // 4,560 less is a transaction, and no digit stays where it was.
    expect(causes(total - 4_560n)).toEqual(['one c']);
    expect(causes(9_760n)).not.toContain('mistyped ');
    expect(causes(-29_767n)).not.toContain('mistyped ');
  });
  it('is a transaction that the close before counted', () => {
    const before = [row('y', 1_234n)];
    expect(causes(total + 1_234n, { before })).toEqual(['before y']);
    expect(causes(total - 1_234n, { before })).toEqual([]);
  });
  it('names three of many that are alike, and says how many more there are', () => {
    const alike = Array.from({ length: 7 }, (_, at) => row(`s${at}`, 2_500n));
    const own = [...day, ...alike];
    expect(causes(total + 15_000n, { own, expected: total + 17_500n, net: -2_500n })).toContain(
      'one s0+s1+s2 and 4',
    );
  });
});
