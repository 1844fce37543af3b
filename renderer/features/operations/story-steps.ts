/** Which steps of an operation matter to a person. */
import type { OutputOf } from '#shared/contract/index.ts';

type Event = OutputOf<'operations.detail'>['events'][number];
export type Step = { event: Event; times: number };

/** How the request left this PC and how its answer came: evidence, and no part of the story. */
const OF_THE_WIRE: readonly string[] = [
  'stored',
  'connected',
  'headers-sent',
  'body-sent',
  'answer-began',
  'answered',
];

/** As it is shown: what is neither found nor missing says nothing. */
const saidBy = ({ params: { result } }: Event): string =>
  result === 'positive' || result === 'negative' ? result : 'inconclusive';

const readsAlike = (one: Event, other: Event): boolean =>
  one.code === 'read' && other.code === 'read' && saidBy(one) === saidBy(other);

/**
 * Without the wire's; reads that say the same are one step, at the time of the last, if nothing but starts of Closeout came
 * between them.
 */
export function stepsOf(events: readonly Event[]): Step[] {
  const steps: Step[] = [];
  for (const event of events.filter(({ code }) => !OF_THE_WIRE.includes(code))) {
    const at = steps.findLastIndex(({ event: { code } }) => code !== 'recovered');
    const last = steps[at];
    const isAgain = last !== undefined && readsAlike(last.event, event);
    if (isAgain) steps.splice(at, 1);
    steps.push({ event, times: isAgain ? last.times + 1 : 1 });
  }
  return steps;
}
