/**
 * Every operation that Payments, Checkouts, Saved cards, Rates, Keys and Addresses use: the real client against the independent gateway. A call
 * that a service of theirs begins to make needs a case here.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { endpointTable, type CredentialKind } from '#electron/gateway/endpoint-table.ts';
import { referenceLists } from '#electron/gateway/endpoints/reference.ts';
import { bench, credentialsOf } from './client.ts';
import { credentialCases } from './credential-cases.ts';
import { sessionCases, transactionCases } from './checkout-cases.ts';
import { orderCases } from './order-cases.ts';
import { rateCases } from './rate-cases.ts';
import { match } from './routing.ts';
import { tokenCases } from './token-cases.ts';

const cases = [
  ...sessionCases,
  ...transactionCases,
  ...orderCases,
  ...tokenCases,
  ...rateCases,
  ...credentialCases,
];

const PLACES = [
  'payments',
  'checkouts',
  'saved-cards',
  'credentials',
  'rates',
  'kept/reads-reference.ts',
  'operations/movements/order',
  'operations/movements/charge',
].map((place) => `electron/services/${place}`);

const sourceOf = (path: string): string =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .map((name) => sourceOf(`${path}/${name}`))
        .join('\n')
    : readFileSync(path, 'utf8');

/** The calls of the client that send a request. Functions that only read an answer are not among them. */
const made = PLACES.flatMap((place) =>
  [...sourceOf(place).matchAll(/\bgateway\s*\.\s*(\w+\s*\.\s*\w+|\w+)\(/g)].map(([, call = '']) =>
    call.replaceAll(/\s/g, ''),
  ),
).filter((call) => !/\.read\w*Answer$|\.signingKey$/.test(call));

/** Which of the headers go with a call (§5). */
const HEADERS: Record<CredentialKind, readonly string[]> = {
  'secret-key': ['authorization'],
  'secret-key+api-key': ['api-key', 'authorization'],
  'service-hash': ['service-hash'],
  none: [],
};

describe('the cases', () => {
  it('are of every call that the services of these places make, and of no other', () => {
    expect(made.length).toBeGreaterThan(20);
    expect([...new Set(cases.map(({ call }) => call))].toSorted()).toEqual([...new Set(made)].toSorted());
  });

  it('are of each of the lists that one call reads', () => {
    const operations = cases.map(({ operation }) => operation);
    expect(operations).toEqual(expect.arrayContaining(referenceLists.map((list) => `reference.${list}`)));
  });
});

describe.each(cases)('$operation', ({ operation, before, run }) => {
  it('goes out as the table says, and its answer is read', async () => {
    const made = await bench();
    const given = await before?.(made);
    made.server.requests.length = 0;
    await run(made, given);
    const [first] = made.server.requests;
    const { method, host, path, credential } = endpointTable[operation];
    expect(first).toMatchObject({ method, host });
    expect(match(path, first?.target.split('?')[0] ?? ''), first?.target).not.toBeNull();
    expect(Object.keys(credentialsOf(first)).toSorted()).toEqual(HEADERS[credential]);
  });
});
