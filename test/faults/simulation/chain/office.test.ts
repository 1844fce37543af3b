/** The simulated head office decides as the real one: the same statements, by three PCs, get the same answers. */
import { expect, it } from 'vitest';
import { withdraw } from '#electron/head-office/administer.ts';
import { claim, giveBack, openClaims, takeOver, type ClaimRequest } from '#electron/head-office/claim.ts';
import type { Connection } from '#electron/head-office/connection.ts';
import { failureOf } from '#electron/head-office/failure.ts';
import { publishedClaim } from '#electron/head-office/published.ts';
import { openCluster } from '../../../electron/head-office/cluster.ts';
import { enrolPc, openRecord, place, type Pc } from '../../../electron/head-office/record.ts';
import { findPostgres } from '../../../tooling/machine.ts';
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

/** One statement on both; what the real one and the model answer. */
async function onBoth(rng: Rng, pc: Pc, office: Office, nowMs: number): Promise<[unknown, unknown]> {
  const id = pc.identity.pc;
  const dice = rng.next();
  if (dice < 0.5) {
    const asked = someClaim(rng);
    return [await claim(pc.connection, asked), office.claim(id, asked, nowMs)];
  }
  const opId = `op-${rng.int(9)}`;
  const moved = rng.chance(0.6);
  if (dice < 0.8)
    return [await giveBack(pc.connection, opId, moved), office.giveBack(id, opId, moved, nowMs)];
  const number = (office.openClaims().at(-1)?.number ?? 1) - rng.int(3);
  if (dice < 0.9) return [await takeOver(pc.connection, number), office.takeOver(number, nowMs)];
  return [await openClaims(pc.connection), office.openClaims()];
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
      const rng = seededRng(1);
      const met = new Set<string>();
      let nowMs = 0;
      for (let at = 0; at < STATEMENTS; at += 1) {
        if (rng.chance(0.03)) {
          await anHourPasses(owner);
          nowMs += HOUR;
        }
        const [real, model] = await onBoth(rng, rng.pick(pcs), office, nowMs);
        expect(bare(model), `statement ${at}`).toBe(bare(real));
        met.add(
          typeof real === 'object' && real !== null && 'kind' in real ? String(real.kind) : String(real),
        );
      }
      expect([...met]).toEqual(expect.arrayContaining(['claimed', 'held', 'moved', 'true', 'false']));
      const [gone] = pcs;
      await withdraw(owner, gone!.identity.pc);
      const refused = await claim(gone!.connection, someClaim(rng)).catch(failureOf);
      expect(refused).toBe('withdrawn');
      for (const { connection } of pcs) await connection.close();
      await owner.close();
    } finally {
      await cluster.stop();
    }
  },
  120_000,
);
