import { describe, expect, it } from 'vitest';
import type { Right, Role } from '#shared/domain/rights.ts';
import type { Level } from '#shared/domain/ladder.ts';
import { codeOf, must } from '../operations/harness.ts';
import { MONA_PIN, OMAR_PIN, startPeople } from './bench.ts';

const SARA_PIN = '604821';

/** Mona (administrator), Omar and Sara, or a third of another name, in these roles; Omar is signed in. */
async function shop(omar: Role, sara: Role, third = 'Sara') {
  const bench = await startPeople();
  const { people } = bench;
  must(await people.begin({ name: 'Mona', pin: MONA_PIN }));
  must(await people.add({ name: 'Omar', role: omar, newPin: OMAR_PIN, pin: MONA_PIN }));
  const { people: list } = must(
    await people.add({ name: third, role: sara, newPin: SARA_PIN, pin: MONA_PIN }),
  );
  const idOf = (name: string) => list.find((person) => person.name === name)?.personId ?? '';
  must(await people.unlock({ personId: idOf('Omar'), pin: OMAR_PIN }));
  return { ...bench, idOf };
}
type Given = {
  right?: Right;
  level?: Level;
  pin?: string;
  second?: { personId: string; pin: string } | null;
  request?: { requestedById: string; requestedBy: string } | null;
};
const ask = ({ right = 'reverse', level = 'L3', pin = OMAR_PIN, second = null, request = null }: Given) => ({
  right,
  level,
  authorization: { pin, second, requestId: request ? 'r' : null },
  request,
});

describe('at L2', () => {
  it('the own PIN is enough, a wrong one is counted, and no right is no way', async () => {
    const { people } = await shop('cashier', 'manager');
    expect(must(await people.authorize(ask({ level: 'L2' })))).toEqual({
      by: 'Omar',
      approvedBy: null,
      requestedBy: null,
    });
    expect(codeOf(await people.authorize(ask({ level: 'L2', pin: '999990' })))).toBe('pin-wrong');
    expect(codeOf(await people.authorize(ask({ level: 'L2', right: 'payouts' })))).toBe('not-allowed');
  });

  it('below it no PIN is asked', async () => {
    const { people } = await shop('cashier', 'manager');
    for (const level of ['L0', 'L1'] as const)
      expect(codeOf(await people.authorize(ask({ level, pin: '' })))).toBe('ok');
  });
});

it('a call that had to wait is not that of who unlocked meanwhile: nobody is asked, and no try is counted', async () => {
  const { people, acting, idOf } = await shop('administrator', 'manager');
  const omar = { personId: idOf('Omar'), name: 'Omar' };
  const late = await acting.run(omar, async () => {
    must(await people.unlock({ personId: idOf('Sara'), pin: SARA_PIN }));
    return people.authorize(ask({ level: 'L2', pin: OMAR_PIN }));
  });
  expect(codeOf(late)).toBe('locked');
  const mine = await people.authorize(ask({ level: 'L2', pin: '999990' }));
  expect(mine).toMatchObject({ error: { code: 'pin-wrong', params: { left: 9 } } });
  expect(must(await people.authorize(ask({ level: 'L2', pin: SARA_PIN }))).by).toBe('Sara');
});

describe('at L3', () => {
  it('a second person who may approve is needed, by PIN', async () => {
    const { people, idOf } = await shop('cashier', 'manager');
    expect(codeOf(await people.authorize(ask({})))).toBe('second-needed');
    const sara = { personId: idOf('Sara'), pin: SARA_PIN };
    expect(must(await people.authorize(ask({ second: sara })))).toEqual({
      by: 'Omar',
      approvedBy: 'Sara',
      requestedBy: null,
    });
    expect(codeOf(await people.authorize(ask({ second: { ...sara, pin: OMAR_PIN } })))).toBe(
      'second-pin-wrong',
    );
    expect(codeOf(await people.authorize(ask({ second: sara, pin: SARA_PIN })))).toBe('pin-wrong');
  });

  it.each([
    ['viewer', 'second-not-allowed'],
    ['cashier', 'second-not-allowed'],
    ['manager', 'ok'],
    ['finance', 'ok'],
    ['administrator', 'ok'],
  ] as const)('a second person who is %s: %s', async (role, wanted) => {
    const { people, idOf } = await shop('cashier', role);
    const second = { personId: idOf('Sara'), pin: SARA_PIN };
    expect(codeOf(await people.authorize(ask({ second })))).toBe(wanted);
  });

  it('a second account of the same name is no second person, and approves nothing that the first asked for', async () => {
    const { people, idOf } = await shop('manager', 'manager', 'Omár');
    const second = { personId: idOf('Omár'), pin: SARA_PIN };
    expect(codeOf(await people.authorize(ask({ second })))).toBe('second-not-allowed');
    const request = { requestedById: 'another account', requestedBy: 'omar' };
    expect(codeOf(await people.authorize(ask({ request })))).toBe('own-request');
  });

  it('nobody is his own second person, and nobody who was taken off is one', async () => {
    const { people, idOf } = await shop('manager', 'manager');
    const own = { personId: idOf('Omar'), pin: OMAR_PIN };
    expect(codeOf(await people.authorize(ask({ second: own })))).toBe('second-not-allowed');
    const unknown = { personId: 'nobody', pin: OMAR_PIN };
    expect(codeOf(await people.authorize(ask({ second: unknown })))).toBe('second-not-allowed');
  });

  it('who approves a request needs no second person and not the right itself, but never asked himself', async () => {
    const { people, idOf } = await shop('finance', 'cashier');
    const request = { requestedById: idOf('Sara'), requestedBy: 'Sara' };
    expect(must(await people.authorize(ask({ request })))).toEqual({
      by: 'Omar',
      approvedBy: 'Omar',
      requestedBy: 'Sara',
    });
    expect(codeOf(await people.authorize(ask({})))).toBe('not-allowed');
    const own = { requestedById: idOf('Omar'), requestedBy: 'Omar' };
    expect(codeOf(await people.authorize(ask({ request: own })))).toBe('own-request');
  });

  it('who asked must still be here, with the right to do it', async () => {
    const { people, idOf } = await shop('administrator', 'cashier');
    const request = { requestedById: idOf('Sara'), requestedBy: 'Sara' };
    expect(codeOf(await people.authorize(ask({ request })))).toBe('ok');
    expect(codeOf(await people.authorize(ask({ request, right: 'payouts' })))).toBe('requester-not-allowed');
    const nobody = { requestedById: 'nobody', requestedBy: 'Nobody' };
    expect(codeOf(await people.authorize(ask({ request: nobody })))).toBe('requester-not-allowed');
    const off = { personId: idOf('Sara'), name: 'Sara', role: 'cashier' as const, active: false };
    must(await people.change({ ...off, pin: OMAR_PIN }));
    expect(codeOf(await people.authorize(ask({ request })))).toBe('requester-not-allowed');
  });

  it('a request does not lift a cashier over the limit', async () => {
    const { people, idOf } = await shop('cashier', 'cashier');
    const request = { requestedById: idOf('Sara'), requestedBy: 'Sara' };
    expect(codeOf(await people.authorize(ask({ request })))).toBe('second-needed');
  });
});
