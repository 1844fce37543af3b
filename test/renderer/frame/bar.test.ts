import { describe, expect, it } from 'vitest';
import { barOf, underMore, withFold, withPin } from '#renderer/frame/bar.ts';
import { places as everyPlace, type Place } from '#renderer/frame/places.tsx';
import type { Absence } from '#shared/contract/app.ts';
import { EMPTY_BAR, type Bar } from '#shared/contract/people.ts';
import { gatewayError, type GatewayError } from '#shared/errors/app-error.ts';
import type { Role } from '#shared/domain/rights.ts';
import { IconReceipt } from '@tabler/icons-react';

const pathsOf = (role: Role, bar: Bar = EMPTY_BAR): string =>
  barOf(everyPlace, { role, bar })
    .map(({ places }) => places.map(({ path }) => path.slice(1)).join(' '))
    .join(' | ');
const moreOf = (role: Role, bar: Bar = EMPTY_BAR) =>
  underMore(everyPlace, { role, bar }).map(
    ({ place, pinned, needs }) => `${place.path}${pinned ? ' pinned' : ''} ${needs.join(' ')}`,
  );

it('each role has its own bar, in one order for all', () => {
  expect(pathsOf('cashier')).toBe('today terminals operations close | payments billing | activity settings');
  expect(pathsOf('manager')).toBe(
    'today terminals operations close | payments billing customers catalogue | settlement | activity settings',
  );
  expect(pathsOf('finance')).toBe(
    'today operations | payments billing customers | settlement reconcile instant transfers | activity rates settings',
  );
  expect(pathsOf('viewer')).toBe(
    'today terminals operations close | payments | settlement reconcile instant | activity settings',
  );
  expect(pathsOf('administrator')).toBe(
    'today terminals operations close | payments billing customers catalogue | settlement reconcile instant transfers | activity rates integration settings',
  );
});

it('what the bar lacks is under More, with the roles that may act there', () => {
  expect(moreOf('cashier')).toEqual([
    '/customers manager finance',
    '/catalogue manager',
    '/settlement ',
    '/reconcile finance',
    '/instant finance',
    '/transfers finance',
    '/rates ',
    '/integration administrator',
  ]);
  expect(moreOf('finance')).toEqual([
    '/terminals cashier manager',
    '/close cashier manager',
    '/catalogue manager',
    '/integration administrator',
  ]);
  expect(moreOf('administrator')).toEqual([]);
});

it('every place stands in the bar or under More, and none in both unless it is pinned', () => {
  for (const role of ['viewer', 'cashier', 'manager', 'finance', 'administrator'] as const) {
    const inBar = barOf(everyPlace, { role, bar: EMPTY_BAR }).flatMap(({ places }) => places);
    const more = underMore(everyPlace, { role, bar: EMPTY_BAR }).map(({ place }) => place);
    expect([...inBar, ...more].map(({ path }) => path).toSorted()).toEqual(
      everyPlace.map(({ path }) => path).toSorted(),
    );
  }
});

it('a right that only the administrator has is said so', () => {
  const place: Place = {
    path: '/integration',
    text: 'x',
    icon: IconReceipt,
    group: 'set-up',
    code: 'KeyI',
    underMore: ['viewer'],
    right: 'settings.people',
  };
  expect(underMore([place], { role: 'viewer', bar: EMPTY_BAR })).toEqual([
    { place, pinned: false, needs: ['administrator'], absence: null },
  ]);
});

it('a pin puts a place into the bar at its own place, and a second one takes it out', () => {
  const pinned = withPin(EMPTY_BAR, '/reconcile');
  expect(pathsOf('cashier', pinned)).toBe(
    'today terminals operations close | payments billing | reconcile | activity settings',
  );
  expect(moreOf('cashier', pinned)).toContain('/reconcile pinned finance');
  expect(withPin(pinned, '/reconcile')).toEqual(EMPTY_BAR);
});

it('a pin of a place that is gone, or of one that the role has, changes nothing', () => {
  expect(pathsOf('cashier', { pins: ['/gone', '/today'], folded: ['gone'] })).toBe(pathsOf('cashier'));
});

it('a group is folded until it is unfolded', () => {
  const folded = withFold(EMPTY_BAR, 'money');
  expect(
    barOf(everyPlace, { role: 'administrator', bar: folded })
      .filter((group) => group.folded)
      .map(({ group }) => group),
  ).toEqual(['money']);
  expect(withFold(folded, 'money')).toEqual(EMPTY_BAR);
});

describe('what the gateway does not do', () => {
  const person = (code: GatewayError['code'], cause: Absence['cause'], role: Role = 'finance') => ({
    role,
    bar: { pins: ['/instant'], folded: [] },
    absent: [{ operation: 'instant-settlement.eligible', cause, error: gatewayError(code) }],
  });
  const inBar = (of: Parameters<typeof barOf>[1]) =>
    barOf(everyPlace, of).flatMap(({ places }) => places.map(({ path }) => path));
  const under = (of: Parameters<typeof barOf>[1]) =>
    underMore(everyPlace, of)
      .filter(({ place }) => place.path === '/instant')
      .map(({ needs, absence }) => [needs.join(' '), absence?.cause]);

  it('leaves the bar where the account lacks it, even if it is pinned, and More says so', () => {
    const off = person('feature-off', 'account');
    expect(inBar(off)).not.toContain('/instant');
    expect(under(off)).toEqual([['', 'account']]);
    expect(under(person('feature-off', 'account', 'cashier'))).toEqual([['finance', 'account']]);
  });

  it('stays in the bar where the key or the gateway lacks it: its page says what', () => {
    for (const of of [person('permission-missing', 'key'), person('not-offered', 'gateway')]) {
      expect(inBar(of)).toContain('/instant');
      expect(under(of)).toEqual([]);
    }
  });
});
