/** A card that a customer let be saved, as this computer lists it. */
import { randomBytes } from 'node:crypto';
import { checkoutRequestSchema } from '#shared/contract/checkouts.ts';
import { must, type Bench } from './harness.ts';

/** The key of the card. */
export async function savedCard(bench: Bench, card = 'visa-4242'): Promise<string> {
  const { checkouts, savedCards } = bench.session();
  const customer = `C-${randomBytes(4).toString('hex')}`;
  const request = checkoutRequestSchema.parse({
    amount: { minor: '12050', currency: 'EGP' },
    order: `SAVE-${customer}`,
    minutes: 60,
    methods: ['card'],
    manualCapture: false,
    saveCard: true,
    customerReference: customer,
  });
  const made = must(await checkouts.create({ request, despiteDouble: true }));
  if (made.kind !== 'done' || made.address === null) throw new Error(made.kind);
  await fetch(made.address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ method: 'card', outcome: 'approve', save: 'yes', card }),
  });
  must(await savedCards.refresh());
  const { rows } = must(await savedCards.page({ text: customer, cursor: null, limit: 5 }));
  if (!rows[0]) throw new Error('no card');
  return rows[0].key;
}
