import { describe, expect, it } from 'vitest';
import { closingAuthority } from '#electron/handlers/closing.ts';
import type { Ask } from '#electron/services/people/index.ts';
import type { Role } from '#shared/domain/rights.ts';
import { peopleError } from '#shared/errors/app-error.ts';
import { err, ok } from '#shared/errors/result.ts';

const authorization = { pin: '1', second: null, requestId: null };
function authority(role: Role | null, asked: Ask[] = []) {
  return closingAuthority({
    signedIn: () => role && { personId: 'p1', name: 'mona', role },
    authorize: async (ask) => {
      asked.push(ask);
      return ask.authorization.pin === '1'
        ? ok({ by: 'mona', approvedBy: 'samir', requestedBy: null })
        : err(peopleError('pin-wrong'));
    },
  });
}

describe('who sees what is expected', () => {
  it.each([
    [null, [], false],
    ['viewer', [], false],
    ['cashier', [], false], // has no right to it, whatever the branch says
    ['manager', ['cashier'], true],
    ['manager', ['cashier', 'manager'], false],
    ['finance', ['cashier'], true],
  ] as const)('%s, with %j counting blind: %s', (role, blindRoles, sees) =>
    expect(authority(role).seesExpected(blindRoles)).toBe(sees),
  );
});

describe('a second person', () => {
  it('is asked for at the highest level, with the right of the act', async () => {
    const asked: Ask[] = [];
    const manager = authority('manager', asked);
    expect(await manager.approve('reopen-close', authorization)).toEqual(ok('samir'));
    expect(await manager.approve('close-over-unknown', authorization)).toEqual(ok('samir'));
    expect(asked.map(({ right, level }) => [right, level])).toEqual([
      ['close.reopen', 'L3'],
      ['close.confirm', 'L3'],
    ]);
  });

  it('whose PIN is wrong approves nothing', async () => {
    const refused = await authority('manager').approve('reopen-close', { ...authorization, pin: '2' });
    expect(refused).toMatchObject({ ok: false, error: { code: 'pin-wrong' } });
  });
});
