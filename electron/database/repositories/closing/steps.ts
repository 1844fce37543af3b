/** The six steps of a close: what is done, and what is in the way. Pure. */
import type { ClosingStepState } from '#shared/contract/closing-day.ts';
import type { ClosingBlock, ClosingStep } from '#shared/domain/closing.ts';
import { countedRows, type ClosingFacts } from './facts.ts';

type Blocked = NonNullable<ClosingStepState['blocked']>;
type Found = { step: ClosingStep; ready: number; total: number; blocks: (Blocked | null)[] };

const block = (reason: ClosingBlock, count: number): Blocked | null => (count > 0 ? { reason, count } : null);

function readsOf({ terminals, read, leftOut }: ClosingFacts): Found {
  const ready = terminals.filter(({ terminalId }) => read.has(terminalId) || leftOut.has(terminalId)).length;
  const total = terminals.length;
  return { step: 'reads', ready, total, blocks: [block('terminals-not-read', total - ready)] };
}

function acknowledgeOf({ record, terminals, rows, free, outstanding }: ClosingFacts): Found {
  const total = record.frozen_at_ms === null ? free.length : rows.length;
  const left = terminals
    .filter((terminal) => terminal.outstandingLeft)
    .reduce((count, terminal) => count + terminal.outstandingCount, 0);
  const open = outstanding.size - left;
  return { step: 'acknowledge', ready: total - open, total, blocks: [block('outstanding', open)] };
}

function operationsOf({ operations }: ClosingFacts): Found {
  const ready = operations.filter(({ carried }) => carried !== null).length;
  const total = operations.length;
  return { step: 'operations', ready, total, blocks: [block('operations-not-known', total - ready)] };
}

export const unreadableCount = ({ terminals, leftOut }: ClosingFacts): number =>
  terminals
    .filter(({ terminalId }) => !leftOut.has(terminalId))
    .reduce((count, { unreadable }) => count + unreadable.length, 0);

/** Rows of an unknown kind that it holds or would take. Nobody knows what they add, so no sum over them is complete. */
const unknownKinds = (facts: ClosingFacts): number =>
  countedRows(facts).filter(({ kind }) => kind === 'unknown').length;

function countOf(facts: ClosingFacts): Found {
  const { record, lines, late } = facts;
  const total = lines.length;
  const ready = lines.filter(({ counted }) => counted !== null).length;
  const missing = total > 0 && record.counted === 0 ? Math.max(total - ready, 1) : 0;
  return {
    step: 'count',
    ready,
    total,
    blocks: [
      block('unreadable-rows', unreadableCount(facts)),
      block('kinds-not-known', unknownKinds(facts)),
      block('not-frozen', record.frozen_at_ms === null ? 1 : 0),
      block('late-arrivals', late.length),
      block('not-counted', missing),
    ],
  };
}

function differencesOf({ lines }: ClosingFacts): Found {
  const differing = lines.filter(({ verdict }) => verdict === 'to-explain' || verdict === 'explained');
  const ready = differing.filter(({ verdict }) => verdict === 'explained').length;
  const total = differing.length;
  return { step: 'differences', ready, total, blocks: [block('not-explained', total - ready)] };
}

/** A step's own reason comes before "an earlier step is not done": it is what a person can act on. */
function chain(found: Found[], ready = true): ClosingStepState[] {
  let before = ready;
  return found.map(({ step, ready, total, blocks }) => {
    const found = blocks.find((one) => one !== null) ?? null;
    // Freezing is not what to do next while a step before it waits.
    const own =
      !before && found?.reason === 'not-frozen' ? { reason: 'step-before' as const, count: 0 } : found;
    const done = before && own === null;
    const blocked = own ?? (before ? null : { reason: 'step-before' as const, count: 0 });
    before = done;
    return { step, done, ready, total, blocked };
  });
}

/** Once the rows are fixed they can be counted, also before 1 to 3: without a connection. */
export function stepsOf(facts: ClosingFacts): ClosingStepState[] {
  const first = chain([readsOf(facts), acknowledgeOf(facts), operationsOf(facts)]);
  const mayCount = facts.record.frozen_at_ms !== null || first.every(({ done }) => done);
  const steps = [...first, ...chain([countOf(facts), differencesOf(facts)], mayCount)];
  const closed = facts.record.state === 'closed' || facts.record.state === 'reopened';
  const ready = steps.every(({ done }) => done);
  return [
    ...(closed ? steps.map((step) => ({ ...step, done: true, blocked: null })) : steps),
    {
      step: 'confirm',
      done: closed,
      ready: closed ? 1 : 0,
      total: 1,
      blocked: ready || closed ? null : { reason: 'step-before', count: 0 },
    },
  ];
}

/** The first step before `confirm` that is not done, with its own reason. */
export function whatBlocks(facts: ClosingFacts): (Blocked & { step: ClosingStep }) | null {
  const first = stepsOf(facts).find(({ step, done }) => step !== 'confirm' && !done);
  return first?.blocked ? { step: first.step, ...first.blocked } : null;
}

/** What stands in the way of a provisional Z: steps 4 and 5 only. */
export function whatBlocksProvisional(facts: ClosingFacts): (Blocked & { step: ClosingStep }) | null {
  const first = chain([countOf(facts), differencesOf(facts)]).find(({ done }) => !done);
  return first?.blocked ? { step: first.step, ...first.blocked } : null;
}

/** What stands in the way of fixing the rows. */
export function whatBlocksFreeze(
  facts: ClosingFacts,
  provisional: boolean,
): (Blocked & { step: ClosingStep }) | null {
  const steps = chain([readsOf(facts), acknowledgeOf(facts), operationsOf(facts)]);
  const first = provisional ? undefined : steps.find(({ done }) => !done);
  if (first?.blocked) return { step: first.step, ...first.blocked };
  const rows =
    block('unreadable-rows', unreadableCount(facts)) ?? block('kinds-not-known', unknownKinds(facts));
  return rows && { step: 'count', ...rows };
}
