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

const readsAlike = (one: Event, other: Event): boolean =>
  one.code === 'read' && other.code === 'read' && one.params['result'] === other.params['result'];

/** Without the wire's; reads that say the same one after the other are one step, at the time of the last. */
export function stepsOf(events: readonly Event[]): Step[] {
  const steps: Step[] = [];
  for (const event of events.filter(({ code }) => !OF_THE_WIRE.includes(code))) {
    const last = steps.at(-1);
    if (last && readsAlike(last.event, event)) steps.splice(-1, 1, { event, times: last.times + 1 });
    else steps.push({ event, times: 1 });
  }
  return steps;
}
