/** The simulated head office decides as the real one: the same statements, by three PCs, get the same answers. */
import { expect, it } from 'vitest';
import { withdraw } from '#electron/head-office/administer.ts';
import type { Batons } from '#electron/head-office/baton.ts';
import {
  batonThere,
  claim,
  giveBack,
  openClaims,
  takeOver,
  type ClaimRequest,
} from '#electron/head-office/claim.ts';
import type { Connection } from '#electron/head-office/connection.ts';
import { failureOf } from '#electron/head-office/failure.ts';
import { findPostgres } from '#electron/head-office/own-server.ts';
import { publishedClaim } from '#electron/head-office/published.ts';
import { batonsOf, claimBy, nothingKept, type KeptInMemory } from '../../../electron/head-office/batons.ts';
import { openCluster } from '../../../electron/head-office/cluster.ts';
import { enrolPc, openRecord, place, type Pc } from '../../../electron/head-office/record.ts';
import { seededRng, type Rng } from '../rng.ts';
import { Office } from './office.ts';

const STATEMENTS = 1_000;
const HOUR = 3_600_000;
/** What real time passes meanwhile is little beside these. */
const WITHIN = [0, HOUR / 2, 1.5 * HOUR, 2.5 * HOUR];

const someOf = (rng: Rng, from: readonly string[]) => from.filter(() => rng.chance(0.4));

/** Few movements, orders and terminals, so that they meet often. */
function someClaim(rng: Rng): ClaimRequest {
  const kind = rng.pick(['reversal', 'acknowledgement', 'refund', 'payout', 'payout-batch'] as const);
  const movement = {
    opId: `op-${rng.int(9)}`,
    kind,
    subjectKey: `live:MID-1:${kind}:${rng.int(4)}`,
    terminalId: rng.pick([null, 'T-1', 'T-2']),
    orderId: rng.pick([null, 'O-1', 'O-2', 'O-3']),
    rowIds: someOf(rng, ['R-1', 'R-2', 'O-1']),
  };
  return { ...publishedClaim(movement, 'Mona'), movedWithinMs: rng.pick(WITHIN) };
}

/** Clocks of servers cannot be set: all that happened is moved into the past instead. */
async function anHourPasses(owner: Connection): Promise<void> {
  const guard = 'claim_no_other';
  await owner.rows(`ALTER TABLE head_office.claim DISABLE TRIGGER ${guard}`);
  await owner.rows(`UPDATE head_office.claim
    SET claimed_at = claimed_at - interval '1 hour', ended_at = ended_at - interval '1 hour'`);
  await owner.rows(`ALTER TABLE head_office.claim ENABLE TRIGGER ${guard}`);
}

/** Times differ between the two, and a PC's name is the other's business. */
const bare = (value: unknown) =>
  JSON.stringify(value, (key, part: unknown) => (key === 'endedAtMs' || key === 'claimedAtMs' ? null : part));

/** A refusal is an answer, too. */
async function both<T>(real: () => Promise<T>, model: () => T): Promise<[unknown, unknown]> {
  let answered: unknown;
  try {
    answered = model();
  } catch (error) {
    answered = failureOf(error);
  }
  return [await real().catch(failureOf), answered];
}

/** One statement on both; what the real one and the model answer. `batons`: of the PC, or of a copy of its disk. */
async function onBoth(
  rng: Rng,
  pc: Pc & { batons: Batons },
  office: Office,
  nowMs: number,
): Promise<[unknown, unknown]> {
  const id = pc.identity.pc;
  const { connection, batons } = pc;
  const dice = rng.next();
  if (dice < 0.5) {
    const asked = someClaim(rng);
    let answers: [unknown, unknown] = [null, null];
    await batons.passing(async (take) => {
      const pass = take();
      answers = await both(
        () => claim(connection, asked, pass),
        () => office.claim(id, asked, { pass, nowMs }),
      );
      // Now and then the answer is lost.
      const isHeard = answers[0] !== 'fork' && rng.chance(0.9);
      return isHeard ? { ok: true, value: null } : { ok: false, failure: 'not-reached' };
    });
    return answers;
  }
  const given = { opId: `op-${rng.int(9)}`, moved: rng.chance(0.6) };
  const held = batons.held();
  if (dice < 0.8)
    return both(
      () => giveBack(connection, given, held),
      () => office.giveBack(id, given, { held, nowMs }),
    );
  const number = (office.openClaims().at(-1)?.number ?? 1) - rng.int(3);
  if (dice < 0.88)
    return both(
      () => takeOver(connection, number, held),
      () => office.takeOver(id, number, { held, nowMs }),
    );
  if (dice < 0.95) return [await batonThere(connection), office.batonOf(id)];
  return [await openClaims(connection), office.openClaims()];
}

it.skipIf(findPostgres() === null)(
  'the simulated head office answers as the real one',
  async () => {
    const cluster = await openCluster();
    try {
      const owner = await openRecord(cluster, 'chain');
      const pcs: Pc[] = [];
      for (const branch of ['Maadi', 'Zamalek', ''])
        pcs.push(await enrolPc(cluster, owner, 'chain', place(branch)));
      const office = new Office(
        pcs.map(({ identity, place: { branch } }) => ({ id: identity.pc, name: `PC ${branch}`, branch })),
      );
      const disks = new Map(pcs.map((pc) => [pc, [nothingKept()] as KeptInMemory[]]));
      const rng = seededRng(1);
      const met = new Set<string>();
      let nowMs = 0;
      for (let at = 0; at < STATEMENTS; at += 1) {
        if (rng.chance(0.03)) {
          await anHourPasses(owner);
          nowMs += HOUR;
        }
        const pc = rng.pick(pcs);
        const kept = rng.pick(disks.get(pc) ?? []);
        // A disk that head office still knows is copied over the old one.
        const isOld = batonsOf(kept).isOld(office.batonOf(pc.identity.pc));
        if (!isOld && rng.chance(0.2)) disks.set(pc, [kept, { ...kept }]);
        const [real, model] = await onBoth(rng, { ...pc, batons: batonsOf(kept) }, office, nowMs);
        expect(bare(model), `statement ${at}`).toBe(bare(real));
        met.add(
          typeof real === 'object' && real !== null && 'kind' in real ? String(real.kind) : String(real),
        );
      }
      expect([...met]).toEqual(expect.arrayContaining(['claimed', 'held', 'moved', 'true', 'false', 'fork']));
      const [gone] = pcs;
      await withdraw(owner, gone!.identity.pc);
      const refused = await claimBy(gone!, someClaim(rng)).catch(failureOf);
      expect(refused).toBe('withdrawn');
      for (const { connection } of pcs) await connection.close();
      await owner.close();
    } finally {
      await cluster.stop();
    }
  },
  120_000,
);
