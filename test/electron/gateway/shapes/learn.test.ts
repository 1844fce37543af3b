/** What is learnt of answers that are awkward, and what a gateway is believed after it was learnt. */
import { describe, expect, it } from 'vitest';
import { isObject, list, moneyIn, type Obj } from '#electron/gateway/fields.ts';
import { inOurForm } from '#electron/gateway/shapes/apply.ts';
import { formOf } from '#electron/gateway/shapes/forms.ts';
import { nothingKnown, type Known } from '#electron/gateway/shapes/found-words.ts';
import { learnShape } from '#electron/gateway/shapes/learn.ts';
import { confirmedShape, toConfirm, UNIT, type Proposal } from '#electron/gateway/shapes/proposal.ts';
import { object } from '../recorder.ts';

const WINDOWS = formOf('settlement.windows');
const ELIGIBLE = formOf('instant-settlement.eligible');

/** Row `at` of a list: gross, fee, VAT and net, which is what is left of it. */
function partsOf(at: number) {
  const gross = BigInt(100_000 + at * 7_919);
  const fee = gross / 50n + BigInt(at % 7);
  const vat = (fee * 14n) / 100n;
  return { gross, fee, vat, net: gross - fee - vat };
}
const major = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`;
type Write = (minor: bigint) => string;
const windowRow = (at: number, write: Write = major, swap = false) => {
  const { gross, fee, vat, net } = partsOf(at);
  const [first, last] = swap ? [net, gross] : [gross, net];
  return `{"id":"W-${at}","state":"CLOSED","currency":"EGP","turnover":${write(first)},"commission":${write(fee)},"tax":${write(vat)},"payable":${write(last)}}`;
};
const windows = (count: number, write?: Write, swap?: boolean): Obj =>
  object(`{"data":[${Array.from({ length: count }, (_, at) => windowRow(at + 1, write, swap)).join(',')}]}`);

function learnt(form: typeof WINDOWS, bodies: Obj[], known: Known = nothingKnown): Proposal {
  const found = learnShape(form, bodies, known);
  if (!found.ok) throw new Error(found.problem);
  return found.proposal;
}
const proofs = ({ evidence }: Proposal) =>
  Object.fromEntries(
    ['grossAmount', 'feesAmount', 'vatAmount', 'netAmount'].map((word) => [word, evidence[word]?.proof]),
  );
const all = (proof: string) => ({
  grossAmount: proof,
  feesAmount: proof,
  vatAmount: proof,
  netAmount: proof,
});

describe('the amounts of windows under other names', () => {
  it('are proven by what they come to in every row', () => {
    const proposal = learnt(WINDOWS, [windows(20)]);
    expect(proofs(proposal)).toEqual(all('proven'));
    expect(proposal.evidence['netAmount']).toMatchObject({ by: 'sum', held: 20, of: 20 });
  });

  it('of three rows fit, and are not read before a person has said so: three rows may hold by chance', () => {
    const proposal = learnt(WINDOWS, [windows(3)]);
    expect(proofs(proposal)).toEqual(all('fits'));
    expect(toConfirm(WINDOWS, proposal)).toEqual(expect.arrayContaining(['grossAmount', 'netAmount']));
    expect(confirmedShape(WINDOWS, proposal, []).amounts).toEqual([]);
  });

  it('of which one row breaks the sum are not proven', () => {
    const odd = windowRow(21).replace(/"payable":\d+/, '"payable":1');
    const rows = [...Array.from({ length: 20 }, (_, at) => windowRow(at + 1)), odd];
    const proposal = learnt(WINDOWS, [object(`{"data":[${rows.join(',')}]}`)]);
    expect(Object.values(proofs(proposal))).not.toContain('proven');
  });

  it('of no rows are not learnt, and of two lists neither', () => {
    expect(learnShape(WINDOWS, [object('{"data":[]}')])).toEqual({ ok: false, problem: 'empty' });
    const two = object(`{"data":[${windowRow(1)}],"items":[${windowRow(2)}]}`);
    expect(learnShape(WINDOWS, [two])).toEqual({ ok: false, problem: 'two-lists' });
  });

  it('of 100,000 rows are proven and come to the right sum', () => {
    const body = windows(100_000);
    const proposal = learnt(WINDOWS, [body]);
    expect(proposal.evidence['netAmount']).toMatchObject({ proof: 'proven', held: 100_000, of: 100_000 });
    const read = inOurForm(WINDOWS, confirmedShape(WINDOWS, proposal, toConfirm(WINDOWS, proposal)), body);
    const rows = read.ok ? (list(read.body['body']) ?? []).filter(isObject) : [];
    const sum = rows.reduce((total, row) => total + (moneyIn(row, 'netAmount', 'EGP')?.minor ?? 0n), 0n);
    let expected = 0n;
    for (let at = 1; at <= 100_000; at += 1) expected += partsOf(at).net;
    expect({ rows: rows.length, sum }).toEqual({ rows: 100_000, sum: expected });
  }, 300_000);
});

describe('a gateway that was learnt', () => {
  const proposal = learnt(WINDOWS, [windows(20)]);
  const shape = confirmedShape(WINDOWS, proposal, toConfirm(WINDOWS, proposal));

  it.each([
    ['net and gross have changed places', windows(20, major, true)],
    ['amounts come in piastres', windows(20, String)],
    ['the list is elsewhere', object('{"items":[]}')],
    ['a field has another name', object(JSON.stringify({ data: [{ reference: 'W-1' }] }))],
  ])('is not believed when %s', (_what, body) =>
    expect(inOurForm(WINDOWS, shape, body)).toEqual({ ok: false, problem: 'changed' }),
  );

  it('is believed about the other rows where one row does not hold, and that one has no amounts', () => {
    const rows = Array.from({ length: 20 }, (_, at) => windowRow(at + 1));
    rows[4] = windowRow(5).replace(/"payable":[\d.]+/, '"payable":1.00');
    const read = inOurForm(WINDOWS, shape, object(`{"data":[${rows.join(',')}]}`));
    const nets = read.ok
      ? (list(read.body['body']) ?? []).filter(isObject).map((row) => moneyIn(row, 'netAmount', 'EGP'))
      : [];
    expect(nets.map((net) => net === null)).toEqual(rows.map((_, at) => at === 4));
  });
});

describe('amounts that are a hundred times those of the terminals', () => {
  const saleRow = (at: number, write: Write) =>
    `{"transactionId":"TX-${at}","currency":"EGP","amount":${write(partsOf(at).gross)}}`;
  const sales = (write: Write) =>
    object(`{"body":[${Array.from({ length: 10 }, (_, at) => saleRow(at + 1, write)).join(',')}]}`);
  const known: Known = {
    ...nothingKnown,
    amounts: new Map(Array.from({ length: 10 }, (_, at) => [`TX-${at + 1}`, partsOf(at + 1).gross])),
  };

  it('are in piastres, which the same sales elsewhere prove', () => {
    const proposal = learnt(ELIGIBLE, [sales(String)], known);
    expect(proposal.shape.unit).toBe('minor');
    expect(proposal.unit).toMatchObject({ proof: 'proven', by: 'known' });
  });

  it('wait for a person where nothing else is known of these sales', () => {
    const proposal = learnt(ELIGIBLE, [sales(String)]);
    expect(proposal.unit?.proof).not.toBe('proven');
    expect(toConfirm(ELIGIBLE, proposal)).toContain(UNIT);
    expect(confirmedShape(ELIGIBLE, proposal, []).amounts).toEqual([]);
  });
});
