/** The sentence that sums up the requests for early payouts: what is on its way comes first. */
import '../calls.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import type { ListedRequest } from '#shared/contract/instant-settlement.ts';
import { Answer } from '#renderer/features/instant-settlement/requests.tsx';
import { useTexts } from '../reports/texts.ts';

beforeAll(() => useTexts('en'));

const egp = (minor: bigint) => ({ minor, currency: 'EGP' });
const request = (status: string, brings: bigint, isKnown = true) =>
  ({
    status: isKnown ? { kind: 'known', value: status } : { kind: 'unknown', raw: status },
    netTransfer: egp(brings),
    totalFees: egp(1_000n),
  }) as unknown as ListedRequest;
const said = (...requests: ListedRequest[]) =>
  renderToStaticMarkup(<Answer requests={requests} />)
    .replace(/<[^>]*>/g, '')
    .replace(/[\u2068\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

it('names what is on its way before what arrived', () => {
  expect(said(request('PROCESSING', 573_584n), request('TRANSFERRED', 594_985n))).toBe(
    'EGP 5,735.84 is on its way. 1 early payout sent EGP 5,949.85 to the bank, and cost EGP 10.00.',
  );
});

it('says it also where nothing has arrived, and counts nothing that was declined or that nobody knows', () => {
  expect(said(request('PENDING', 100n), request('DECLINED', 200n), request('PARKED', 400n, false))).toBe(
    'EGP 1.00 is on its way. 1 was declined.',
  );
  expect(said(request('PARKED', 400n, false))).toBe('');
});
