/** Payment API keys: made once, entered by a person, tried, and deleted. The gateway shows no key's value (§2.11). */
import { z } from 'zod';
import type { VerbsOf } from '#shared/contract/index.ts';
import { inputError } from '#shared/errors/app-error.ts';
import { err, ok } from '#shared/errors/result.ts';
import type { NewEntry } from '../../audit/entry.ts';
import { cardIn } from '../card-in.ts';
import type { ProfileContext } from '../context.ts';
import { createChanges, type Maker, type Making } from '../making/index.ts';

export type CredentialNeeds = { record: (entry: NewEntry) => Promise<boolean>; making: Making };

const wantedSchema = z.object({ name: z.string() });
type Wanted = z.output<typeof wantedSchema>;
/** As many cards are looked through for one that can be read. */
const MOST_CARDS = 20;

const keyMaker = ({ db, gateway }: ProfileContext, show: () => Promise<void>): Maker<Wanted> => ({
  what: 'api-key',
  schema: wantedSchema,
  wish: ({ name }) => ({ reference: name, customer: null, amount: null }),
  wrongIn: cardIn,
  async send({ name }) {
    const made = await gateway.credentials.createApiKey(name);
    if (!made.ok) return made;
    await db.call('apiKeys.made', name);
    return ok({ key: name, address: null });
  },
  isSame: ({ reference }, attempt) => attempt.reference === reference,
  async like({ name }) {
    const same = (await db.call('apiKeys.list', null)).find(
      (key) => key.name === name && key.deletedAtMs === null,
    );
    return same ? { key: name, name, atMs: same.atMs, madeBy: null } : null;
  },
  /** No list of the gateway has it. */
  look: async () => ok({ isThere: false, isWhole: false }),
  possible: async ({ reference }) => ({ key: reference, createdAtMs: null }),
  show,
});

/** The first saved card that can be read under a signature: it needs its customer's reference. */
async function cardToRead({ db }: ProfileContext): Promise<{ token: string; customer: string } | null> {
  const asked = { text: '', seesContacts: true, after: null, limit: MOST_CARDS };
  const { rows } = await db.call('savedCards.page', asked);
  const card = rows.find(({ isGone, customer }) => !isGone && customer !== null);
  const token = card ? await db.call('savedCards.token', card.key) : null;
  return card?.customer && token !== null ? { token, customer: card.customer } : null;
}

export function createKeys(context: ProfileContext, { record, making }: CredentialNeeds) {
  const { db, gateway, merchantId, environment, emit, actor, clock } = context;
  const show = async () => emit('credentials.changed', {});
  const make = making.of(keyMaker(context, show));
  const changes = createChanges({ record });
  /** Null: this PC has no Payment API key, or it cannot be read. */
  const signingKey = async (): Promise<string | null> => {
    const fingerprint = await gateway.credentials.signingKey();
    return fingerprint.ok ? fingerprint.value : null;
  };
  return {
    async keys() {
      const [stored, own] = await Promise.all([db.call('apiKeys.list', null), signingKey()]);
      const keys = stored.map(({ name, by, atMs, fingerprint, deletedBy, deletedAtMs }) => ({
        name,
        by,
        atMs,
        use:
          fingerprint === null
            ? ('not-known' as const)
            : fingerprint === own
              ? ('here' as const)
              : ('not-here' as const),
        deleted: deletedAtMs === null ? null : { by: deletedBy ?? '', atMs: deletedAtMs },
      }));
      return ok({ keys, canEnter: environment !== 'practice' });
    },
    makeKey: ({ name, despiteDouble }: { name: string; despiteDouble: boolean }) =>
      make({ name }, despiteDouble),
    async entered({ name }) {
      const fingerprint = await gateway.credentials.signingKey();
      if (!fingerprint.ok) return fingerprint;
      await db.call('apiKeys.entered', { name, fingerprint: fingerprint.value });
      emit('credentials.changed', {});
      return ok({});
    },
    async tryKey({ name }) {
      const card = await cardToRead(context);
      const tried =
        card &&
        (await gateway.tokens.checkoutGet(card.token, { merchantId, customerReference: card.customer }));
      const ending = tried === null ? 'no-card' : tried.ok ? 'works' : 'refused';
      const error = tried === null || tried.ok ? null : tried.error;
      await record({ action: 'key.tried', target: name, params: { ending }, outcome: error?.code ?? 'ok' });
      return ok({ ending, error });
    },
    async deleteKey({ name, typed, despiteUse }: { name: string; typed: string; despiteUse: boolean }) {
      if (typed.trim() !== name.trim()) return err(inputError('name-differs', { field: 'typed' }));
      const [stored, own] = await Promise.all([db.call('apiKeys.list', null), signingKey()]);
      const isInUse = stored.some((key) => key.name === name && own !== null && key.fingerprint === own);
      if (isInUse && !despiteUse) return err(inputError('key-in-use', { field: 'typed' }));
      const send = async () => {
        const answer = await gateway.credentials.deleteApiKey(name);
        if (answer.ok) await db.call('apiKeys.deleted', { name, by: actor(), atMs: clock.nowMs() });
        return answer;
      };
      // No list of the gateway says whether it is there.
      return changes.remove({ what: 'api-key', key: name, name }, send, { isListed: async () => null, show });
    },
  } satisfies VerbsOf<'credentials'>;
}
