import { expect, it } from 'vitest';
import { BLOCK_TICK_MS } from '#electron/services/people/tries.ts';
import { codeOf, must } from '../operations/harness.ts';
import { memoryKeychain, MONA_PIN, OMAR_PIN, settled, startPeople } from './bench.ts';

const SARA_PIN = '604821';
const begin = { name: 'Mona', pin: MONA_PIN };

/** Two Closeouts of one user, on two data folders: one keychain. Mona is signed in at both. */
async function two() {
  const system = memoryKeychain();
  const a = await startPeople({ system });
  const { me } = must(await a.people.begin(begin));
  const b = await startPeople({ system });
  const monaId = me?.personId ?? '';
  must(await b.people.unlock({ personId: monaId, pin: MONA_PIN }));
  return { system, a, b, monaId };
}

it('what one adds stays when the other, which began before, adds somebody, too', async () => {
  const { system, a, b } = await two();
  must(await a.people.add({ name: 'Omar', role: 'cashier', newPin: OMAR_PIN, pin: MONA_PIN }));
  must(await b.people.add({ name: 'Sara', role: 'cashier', newPin: SARA_PIN, pin: MONA_PIN }));
  const again = must(await (await startPeople({ system })).people.state());
  expect(again.people.map(({ name }) => name)).toEqual(['Mona', 'Omar', 'Sara']);
  expect(codeOf(await a.people.add({ name: 'Sara', role: 'viewer', newPin: SARA_PIN, pin: MONA_PIN }))).toBe(
    'name-taken',
  );
});

it('limits that one sets lose nobody whom the other has added', async () => {
  const { system, a, b } = await two();
  must(await a.people.add({ name: 'Omar', role: 'cashier', newPin: OMAR_PIN, pin: MONA_PIN }));
  const { rules } = must(await b.people.state());
  must(await b.people.setRules({ ...rules, lockAfterMinutes: 9, pin: MONA_PIN }));
  const again = must(await (await startPeople({ system })).people.state());
  expect(again).toMatchObject({
    rules: { lockAfterMinutes: 9 },
    people: [{ name: 'Mona' }, { name: 'Omar' }],
  });
});

it('two cannot take the last administrator from each other', async () => {
  const { a, b, monaId } = await two();
  const { people } = must(
    await a.people.add({ name: 'Omar', role: 'administrator', newPin: OMAR_PIN, pin: MONA_PIN }),
  );
  const omar = people[1]?.personId ?? '';
  const off = { role: 'administrator' as const, active: false, pin: MONA_PIN };
  must(await a.people.change({ ...off, personId: omar, name: 'Omar' }));
  expect(codeOf(await b.people.change({ ...off, personId: monaId, name: 'Mona' }))).toBe(
    'last-administrator',
  );
});

it('a first start at one is none at the other', async () => {
  const system = memoryKeychain();
  const a = await startPeople({ system });
  const b = await startPeople({ system });
  must(await a.people.begin(begin));
  expect(codeOf(await b.people.begin({ name: 'Eve', pin: OMAR_PIN }))).toBe('already-begun');
});

it('a block runs down once, however many count', async () => {
  const { a, b, monaId } = await two();
  for (let n = 0; n < 10; n += 1) await a.people.unlock({ personId: monaId, pin: '999990' });
  expect(codeOf(await b.people.unlock({ personId: monaId, pin: MONA_PIN }))).toBe('blocked');
  for (let tick = 0; tick < 20; tick += 1)
    for (const bench of [a, b]) {
      bench.clock.forward(BLOCK_TICK_MS);
      await settled(bench);
    }
  expect(must(await a.people.state()).people[0]?.blockedMinutes).toBe(20);
});
