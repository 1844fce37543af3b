/** Why two sides may belong together, as the list says it in both languages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import i18next from 'i18next';
import { expect, it } from 'vitest';
import { groundsText } from '#renderer/features/reconciliation/proposal-texts.ts';
import type { ReconcileProposal } from '#shared/contract/reconciliation-proposals.ts';
import { proposalGrounds } from '#shared/domain/reconciliation.ts';

const root = join(import.meta.dirname, '../../..');

async function sentence(language: 'en' | 'ar', grounds: ReconcileProposal['grounds']): Promise<string> {
  const path = join(root, 'resources/locales', language, 'reconciliation.json');
  const reconciliation = JSON.parse(readFileSync(path, 'utf8')) as unknown;
  const texts = i18next.createInstance();
  await texts.init({ lng: language, resources: { [language]: { translation: { reconciliation } } } });
  const proposal: ReconcileProposal = {
    proposalId: '1-1',
    rank: 1,
    grounds,
    ours: [],
    theirs: [],
    difference: { minor: 0n, currency: 'EGP' },
    alike: null,
  };
  // Marks of direction are for the screen.
  return groundsText(texts.t, proposal, { language, digits: 'latin' }).replace(
    /[\u200e\u200f\u2066-\u2069]/g,
    '',
  );
}

it('says amount, day, payer and rivals in one sentence', async () => {
  const grounds: ReconcileProposal['grounds'] = [
    { kind: 'same-amount', count: 0 },
    { kind: 'days-later', count: 2 },
    { kind: 'payer-known', count: 14 },
    { kind: 'one-of', count: 2 },
  ];
  expect(await sentence('en', grounds)).toBe(
    'Same amount, 2 business days later, payer as in 14 earlier deposits, choose 1 of 2',
  );
  expect(await sentence('ar', grounds)).toBe(
    'المبلغ نفسه، بعد يومي عمل، الدافع نفسه في 14 إيداعًا سابقًا، اختر واحدًا من اثنين',
  );
});

it('says the usual day once, and the same day and the day before in words', async () => {
  const days = (count: number) => [
    { kind: 'days-later' as const, count },
    { kind: 'usual-delay' as const, count },
  ];
  expect(await sentence('en', days(1))).toBe('1 business day later, as usual');
  expect(await sentence('en', days(0))).toBe('Same day, as usual');
  expect(await sentence('en', [{ kind: 'days-later', count: -1 }])).toBe('A business day earlier');
});

it('of a line that the bank names it leaves out what says less', async () => {
  const grounds: ReconcileProposal['grounds'] = [
    { kind: 'names-it', count: 0 },
    { kind: 'days-later', count: 0 },
    { kind: 'payer-new', count: 0 },
    { kind: 'only-one', count: 1 },
  ];
  expect(await sentence('en', grounds)).toBe('The bank names it, new payer');
  expect(
    await sentence('en', [
      { kind: 'names-it', count: 0 },
      { kind: 'days-later', count: 3 },
    ]),
  ).toBe('The bank names it, 3 business days later');
});

it.each(proposalGrounds)('has a text for %s in both languages', async (kind) => {
  for (const language of ['en', 'ar'] as const)
    expect(await sentence(language, [{ kind, count: 3 }])).not.toMatch(/reconciliation|\{\{/i);
});
