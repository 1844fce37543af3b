import { describe, expect, it } from 'vitest';
import { seesExpected } from '#electron/core/people.ts';
import { approve } from '#electron/handlers/closing.ts';
import type { SignedIn } from '#electron/services/people/guard.ts';
import type { Ask } from '#electron/services/people/index.ts';
import { peopleError } from '#shared/errors/app-error.ts';
import { err, ok } from '#shared/errors/result.ts';

const authorization = { pin: '1', second: null, requestId: null };
const authorizing = (asked: Ask[] = []) => ({
  authorize: async (ask: Ask) => {
    asked.push(ask);
    return ask.authorization.pin === '1'
      ? ok({ by: 'mona', approvedBy: 'samir', requestedBy: null })
      : err(peopleError('pin-wrong'));
  },
});

describe('who sees what is expected', () => {
  it.each([
    [null, [], false],
    ['viewer', [], false],
    ['cashier', [], false], // has no right to it, whatever the branch says
    ['manager', ['cashier'], true],
    ['manager', ['cashier', 'manager'], false],
    ['finance', ['cashier'], true],
  ] as const)('%s, with %j counting blind: %s', (role, blindRoles, sees) => {
    const signedIn = (): SignedIn | null => role && { personId: 'p1', name: 'mona', role };
    expect(seesExpected({ signedIn })(blindRoles)).toBe(sees);
  });
});

describe('a second person', () => {
  it('is asked for at the highest level, with the right of the act', async () => {
    const asked: Ask[] = [];
    const people = authorizing(asked);
    expect(await approve(people, 'reopen-close', authorization)).toEqual(ok('samir'));
    expect(await approve(people, 'close-over-unknown', authorization)).toEqual(ok('samir'));
    expect(asked.map(({ right, level }) => [right, level])).toEqual([
      ['close.reopen', 'L3'],
      ['close.confirm', 'L3'],
    ]);
  });

  it('whose PIN is wrong approves nothing', async () => {
    const refused = await approve(authorizing(), 'reopen-close', { ...authorization, pin: '2' });
    expect(refused).toMatchObject({ ok: false, error: { code: 'pin-wrong' } });
  });
});
