/** Random histories of the people of a chain: changes on three PCs in any order, with cuts and lost answers, end in one state on all. */
import { describe, expect, it } from 'vitest';
import { findPostgres } from '#electron/head-office/own-server.ts';
import { roles } from '#shared/domain/rights.ts';
import { seeded, type Pick } from '../audit/changes.ts';
import { bring, joinAll, must, pinOf, withPcs, type PeoplePc } from './chain-people.ts';
import { withCluster } from './test-cluster.ts';

const HISTORIES = 8;
const STEPS = 30;
const NAMES = ['Sara', 'Farid', 'Adel', 'Rania', 'Tarek'];
const FAILURES = new Set([
  ...['not-asked', 'chain-self', 'not-of-chain', 'pc-not-confirmed', 'name-taken', 'person-not-found'],
  ...['chain-code', 'not-allowed', 'locked', 'of-head-office', 'last-administrator', 'chain-none'],
]);

type History = { pcs: PeoplePc[]; pick: Pick; done: number };
const one = <T>(all: readonly T[], pick: Pick): T | undefined => all[pick(all.length)];

/** Somebody who has a PIN there signs in. */
async function somebody(pc: PeoplePc, pick: Pick): Promise<string | null> {
  const { people } = must(await pc.people.state());
  const able = people.filter(({ hasPin }) => hasPin);
  const ofChain = able.filter(({ fromHeadOffice }) => fromHeadOffice);
  const face = one(ofChain.length > 0 && pick(4) > 0 ? ofChain : able, pick);
  if (!face) return null;
  must(await pc.people.unlock({ personId: face.personId, pin: pc.pinOf(face.personId) ?? pinOf(face.name) }));
  return face.personId;
}

/** What a person does there; true if head office took it. */
async function act(pc: PeoplePc, { pcs, pick }: History): Promise<boolean> {
  const me = await somebody(pc, pick);
  if (me === null) return false;
  const pin = pc.pinOf(me) ?? pinOf(pc.people.signedIn()?.name ?? '');
  const { people } = await pc.state();
  const person = one(people, pick);
  const other = one(pcs, pick) ?? pc;
  const role = roles[pick(roles.length)] ?? 'viewer';
  const answer = await (async () => {
    switch (pick(6)) {
      case 0: {
        const name = one(NAMES, pick) ?? '';
        await pc.people.add({ name, role, newPin: pinOf(name), pin });
        const own = must(await pc.people.list()).people.find((known) => known.name === name);
        if (own && pc.pinOf(own.personId) === undefined) pc.keepPin(own.personId, pinOf(name));
        return pc.calls['chainPeople.share']({ personId: own?.personId ?? '', pin });
      }
      case 1:
        return pc.calls['chainPeople.confirmPc']({ code: other.pc, confirmed: pick(4) > 0, pin });
      case 2: {
        if (!person) return null;
        const { personId } = person;
        const made = await pc.calls['chainPeople.makeCode']({ personId, pc: other.pc, pin });
        if (!made.ok) return made;
        await other.round();
        const used = await other.people.useCode({ personId, code: made.value.code, newPin: '481516' });
        if (used.ok) other.keepPin(personId, '481516');
        return made;
      }
      default: {
        if (!person) return null;
        const { personId, name, active } = person;
        const change = {
          name: pick(5) === 0 ? `${name}b` : name,
          role,
          active: pick(3) === 0 ? !active : active,
        };
        return pc.calls['chainPeople.change']({ personId, ...change, pin });
      }
    }
  })();
  if (answer === null) return false;
  if (!answer.ok) expect(FAILURES.has(answer.error.code) ? null : answer.error).toBeNull();
  return answer.ok;
}

async function step(history: History): Promise<void> {
  const { pcs, pick } = history;
  const pc = one(pcs, pick);
  if (!pc) return;
  switch (pick(8)) {
    case 0:
      pc.reaches = pc.reaches === true ? false : true;
      return;
    case 1:
      if (pc.reaches === true) pc.reaches = 'once';
      return;
    case 2:
      return pc.forgetCopy();
    case 3:
      return pc.round();
    case 4: {
      // Two at the same moment.
      const [first, second] = [one(pcs, pick) ?? pc, one(pcs, pick) ?? pc];
      if (first === second) return;
      const both = await Promise.all([act(first, history), act(second, history)]);
      history.done += both.filter(Boolean).length;
      return;
    }
    default:
      if (await act(pc, history)) history.done += 1;
  }
}

describe.skipIf(findPostgres() === null)('random histories of people', { timeout: 300_000 }, () => {
  const cluster = withCluster();

  it(`${HISTORIES} histories of three PCs end in one state on all, with an administrator in it`, async () => {
    let taken = 0;
    for (let seed = 1; seed <= HISTORIES; seed += 1)
      await withPcs(cluster(), ['Mona', 'Hany', 'Nadia'], async (pcs, owner) => {
        await joinAll(pcs);
        const [office, ...others] = pcs as [PeoplePc, ...PeoplePc[]];
        const pin = pinOf('Mona');
        for (const name of ['Hoda', 'Karim']) {
          const personId = await office.add(name, 'administrator');
          must(await office.calls['chainPeople.share']({ personId, pin }));
          for (const pc of others) await bring(office, pc, name);
        }
        const history: History = { pcs, pick: seeded(seed), done: 0 };
        for (let count = 0; count < STEPS; count += 1) await step(history);
        for (const pc of pcs) pc.reaches = true;
        for (const pc of [...pcs, ...pcs]) await pc.round();
        const states = await Promise.all(pcs.map((pc) => pc.state()));
        for (const { people, pcs: confirmed, problem, code } of states) {
          expect(problem, `seed ${seed}`).toBeNull();
          expect(people, `seed ${seed}`).toEqual(states[0]?.people);
          expect(code).toBe(states[0]?.code);
          expect(confirmed.map(({ id }) => id)).toEqual(states[0]?.pcs.map(({ id }) => id));
        }
        const list = states[0]?.people ?? [];
        expect(
          list.some(({ role, active }) => active && role === 'administrator'),
          `seed ${seed}`,
        ).toBe(true);
        expect(states[0]?.pcs).not.toHaveLength(0);
        // What each PC lets people do is what the list says.
        for (const pc of pcs)
          for (const { personId, name, role, active, fromHeadOffice } of must(await pc.people.list()).people)
            if (fromHeadOffice)
              expect(list.find((known) => known.personId === personId)).toMatchObject({ name, role, active });
        const [{ n = 0 } = {}] = await owner.rows<{ n: number }>(
          'SELECT count(*)::int AS n FROM head_office.people_change',
        );
        // Begun, two PCs confirmed, two people shared and brought to two; what was answered with yes; perhaps what lost its answer.
        expect(n, `seed ${seed}`).toBeGreaterThanOrEqual(9 + history.done);
        taken += history.done;
      });
    expect(taken).toBeGreaterThan(HISTORIES);
  });
});
