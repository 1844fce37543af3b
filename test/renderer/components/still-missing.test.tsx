/** A dialog whose buttons are off says in one line what is missing, which limit is passed, and whether it can wait for approval. */
import { expect, it } from 'vitest';
import { defaultLimits, type LadderAction } from '#shared/domain/ladder.ts';
import { markupOf } from '../adds-up.tsx';
import { useTexts } from '../reports/texts.ts';

Object.assign(globalThis, {
  location: { hash: '#/today' },
  window: { closeout: { invoke: () => new Promise(() => {}), subscribe: () => () => undefined } },
});
const { useAuthorization } = await import('#renderer/components/authorization.tsx');
const { usePeople } = await import('#renderer/people-store.ts');

function Fields({ minor, missing }: { minor: bigint; missing: string[] | null }) {
  return useAuthorization({ do: 'write-off' }, [{ minor, currency: 'EGP' }], null, missing).fields;
}

it('names what the dialog lacks before the PIN, and nothing where the dialog does not tell', async () => {
  await useTexts('en');
  const state = { people: [], rules: { limits: defaultLimits } };
  // The store has only those parts of people that the fields read.
  Object.assign(usePeople.getInitialState(), { state });
  const told = markupOf(<Fields minor={500n} missing={['Reason']} />);
  expect(told).toContain('Still missing: “Reason” and “Your PIN”');
  expect(told).not.toContain('over the limit');
  expect(markupOf(<Fields minor={500n} missing={null} />)).not.toContain('Still missing');
  const over = markupOf(<Fields minor={10_001n} missing={[]} />);
  expect(over).toMatch(/over the limit of \u2068EGP\s100\.00\u2069/);
});

function Asked({ action }: { action: LadderAction }) {
  return useAuthorization(action, [{ minor: 1_000_001n, currency: 'EGP' }]).fields;
}

it('where nobody else is on this PC, only what can be sent for approval is said to wait', async () => {
  await useTexts('en');
  const state = { people: [], rules: { limits: defaultLimits } };
  Object.assign(usePeople.getInitialState(), { state });
  const waits = 'It waits in Operations';
  const needsSomebody = 'Add a second person';
  const alone: LadderAction[] = [
    { do: 'move', kind: 'payout' },
    { do: 'move', kind: 'payout-batch' },
    { do: 'first-transfer' },
  ];
  for (const action of alone) {
    const told = markupOf(<Asked action={action} />);
    expect(told).toContain(needsSomebody);
    expect(told).not.toContain(waits);
    // A PIN alone leads nowhere.
    expect(told).not.toContain('Your PIN');
  }
  const kinds = ['payout', 'payout-batch', 'refund', 'reversal', 'charge'] as const;
  const waiting: LadderAction[] = [
    { do: 'move', kind: 'refund' },
    ...kinds.flatMap((kind): LadderAction[] => [
      { do: 'send-again', kind },
      { do: 'resolve', kind },
    ]),
  ];
  for (const action of waiting) {
    const told = markupOf(<Asked action={action} />);
    expect(told).toContain(waits);
    expect(told).toContain('Your PIN');
  }
});

it('beside an act that needs a second person it says what both acts lack, and what acting here lacks more', async () => {
  await useTexts('en');
  const sara = { personId: 'p2', name: 'Sara', role: 'manager', mayApprove: true };
  const state = { people: [sara], rules: { limits: defaultLimits } };
  Object.assign(usePeople.getInitialState(), { state });
  const told = markupOf(<Fields minor={10_001n} missing={['Reason']} />);
  expect(told).toContain('>Still missing: “Reason” and “Your PIN”<');
  expect(told).toContain('>Doing it here also needs: “Second person” and “Their PIN”<');
  expect(told).toContain('They enter their PIN here, or you send it for approval.');
  expect(markupOf(<Fields minor={500n} missing={['Reason']} />)).not.toContain('Doing it here');
});
