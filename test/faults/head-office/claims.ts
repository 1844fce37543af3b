/**
 * Two PCs ask for the same piece of money at once, one a little later, one after the other was cut off or taken over: whoever is
 * granted it sends, and of each pair one sends. A real server, at the level of its statements.
 */
import { publishedClaim, type ClaimedMovement } from '#electron/head-office/published.ts';
import { claimBy, giveBackBy } from '../../electron/head-office/batons.ts';
import { openCluster } from '../../electron/head-office/cluster.ts';
import { enrolPc, openRecord, place, type Pc } from '../../electron/head-office/record.ts';
import { eachSeed, n, replay, type Campaign, type Figure } from '../figure.ts';
import { seededRng, type Rng } from '../simulation/rng.ts';

const NAME = 'head-office-claims';
/** Since when a PC of a pair knows the money. */
const KNOWN_MS = 60_000;

type Pair = { readonly first: Pc; readonly second: Pc; readonly of: ClaimedMovement };

/** Claims, sends if it is granted, and gives back as its result was. Answers how often it sent. */
async function move(pc: Pc, of: ClaimedMovement, isAskedTwice: boolean): Promise<number> {
  const asked = { ...publishedClaim(of, 'Mona'), movedWithinMs: KNOWN_MS };
  const ask = () => claimBy(pc, asked);
  const answers = isAskedTwice ? await Promise.all([ask(), ask()]) : [await ask()];
  if (!answers.every(({ kind }) => kind === 'claimed')) return 0;
  await giveBackBy(pc, of.opId, true);
  return 1;
}

async function sendsOf({ first, second, of }: Pair, rng: Rng): Promise<[string, number]> {
  const other = { ...of, opId: `${of.opId}-b` };
  const twice = rng.int(4) === 0;
  if (rng.int(3) > 0) {
    const sent = await Promise.all([move(first, of, twice), move(second, other, false)]);
    return [twice ? 'at once, an answer lost' : 'at once', sent[0] + sent[1]];
  }
  return ['one after the other', (await move(first, of, twice)) + (await move(second, other, false))];
}

async function run(share: Parameters<Campaign['run']>[0]): Promise<Figure> {
  const figure: Figure = { sum: { pairs: 0, sends: 0 }, met: [], broken: [] };
  const met = new Set<string>();
  const cluster = await openCluster();
  try {
    const owner = await openRecord(cluster, 'chain');
    const shop = await enrolPc(cluster, owner, 'chain', place('Maadi'));
    const office = await enrolPc(cluster, owner, 'chain', place(''));
    await eachSeed(share, figure.broken, async (seed) => {
      const rng = seededRng(seed);
      const [first, second] = rng.int(2) === 0 ? ([shop, office] as const) : ([office, shop] as const);
      const subjectKey = `practice:MID-1:rev:${seed}`;
      const of: ClaimedMovement = {
        opId: `op-${seed}`,
        kind: rng.pick(['reversal', 'acknowledgement', 'payout'] as const),
        subjectKey,
        terminalId: null,
        orderId: null,
        rowIds: [],
      };
      const [how, sends] = await sendsOf({ first, second, of }, rng);
      met.add(how);
      if (sends !== 1) figure.broken.push(`${sends} requests (${how}): ${replay(NAME, seed)}`);
      figure.sum['pairs'] = (figure.sum['pairs'] ?? 0) + 1;
      figure.sum['sends'] = (figure.sum['sends'] ?? 0) + sends;
    });
    const [left] = await owner.rows('SELECT count(*) AS n FROM head_office.claim WHERE ended_at IS NULL');
    if ((left as { n: number }).n > 0) figure.broken.push('claims are open at the end');
    for (const { connection } of [shop, office]) await connection.close();
    await owner.close();
  } finally {
    await cluster.stop();
  }
  return { ...figure, met: [...met].toSorted() };
}

export const claims: Campaign = {
  whole: 10_000,
  also: ['head-office'],
  run,
  tell: ({ sum, met, broken }) => [
    `head office: ${n(sum['pairs'])} pairs claim the same (${met.join('; ')}), ${n(sum['sends'])} requests: ${n(broken.length)} pairs broken`,
  ],
};
