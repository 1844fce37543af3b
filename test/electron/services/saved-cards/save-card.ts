import { checkoutRequestSchema } from '#shared/contract/checkouts.ts';
import { must, type Bench } from '../operations/harness.ts';

/** Saves a card as a customer does: pays a checkout that offers it, and agrees. */
export async function saveCard(bench: Bench, customer: string, card = 'visa-4242'): Promise<void> {
  const request = checkoutRequestSchema.parse({
    amount: { minor: '12050', currency: 'EGP' },
    order: `SAVE-${customer}-${card}`,
    minutes: 60,
    methods: ['card'],
    manualCapture: false,
    saveCard: true,
    customerReference: customer,
  });
  const made = must(await bench.session().checkouts.create({ request, despiteDouble: true }));
  if (made.kind !== 'done' || made.address === null) throw new Error(made.kind);
  await fetch(made.address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ method: 'card', outcome: 'approve', save: 'yes', card }),
  });
}
