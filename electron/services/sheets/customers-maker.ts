/**
 * Saving the customers of one part of a sheet (§4.6 step 2: a GET that writes). It names what the gateway has checked, and nothing is
 * saved twice under that name.
 */
import { z } from 'zod';
import { ok } from '#shared/errors/result.ts';
import { searchText } from '#shared/text/digits.ts';
import { phoneKey } from '#shared/text/recipients.ts';
import type { Creation } from '../../database/repositories/creations.ts';
import type { ProfileContext } from '../context.ts';
import type { Maker } from '../making/index.ts';
import { readAllPages } from '../read-all-pages.ts';

const schema = z.object({
  fileName: z.string(),
  /** Rows of the sheet: the first and the last. */
  from: z.number(),
  to: z.number(),
  correlationId: z.string(),
  people: z.array(z.object({ name: z.string(), phone: z.string() })),
});
const personKey = (name: string, phone: string) => `${phoneKey(phone)} ${searchText(name)}`;
type Part = z.output<typeof schema>;

/** Whom an attempt was to save. */
export const peopleIn = ({ request }: Creation): Part['people'] => schema.parse(JSON.parse(request)).people;

export function customersMaker({ gateway }: ProfileContext, show: () => Promise<unknown>): Maker<Part> {
  return {
    what: 'customers',
    schema,
    wish: ({ fileName, from, to }) => ({
      reference: `${fileName} (${from}–${to})`,
      customer: null,
      amount: null,
    }),
    wrongIn: () => null,
    async send({ correlationId }) {
      const saved = await gateway.customers.save(correlationId);
      return saved.ok ? ok({ key: saved.value.rows[0]?.customerId ?? correlationId, address: null }) : saved;
    },
    // Doubles are looked for row by row, before the gateway sees them.
    isSame: () => false,
    like: async () => null,
    // A phone alone would be that of another person, whom the gateway had before.
    async look(_, { people }) {
      const missing = new Set(people.map(({ name, phone }) => personKey(name, phone)));
      const read = await readAllPages(
        (page, limit) => gateway.customers.list({ page, limit }),
        async ({ rows }) =>
          rows.forEach(({ name, phoneNumber }) => missing.delete(personKey(name ?? '', phoneNumber ?? ''))),
      );
      return read.ok ? ok({ isThere: missing.size === 0, isWhole: read.value.unreadable === 0 }) : read;
    },
    show,
  };
}
