/** The core as a window sees it, answered by the test call by call. Import before anything that imports the client. */
import type { Wire, WireEvent } from '#renderer/api/transport.ts';

type Waiting = { channel: string; input: unknown; answer: (wire: Wire) => void };
export const waiting: Waiting[] = [];
let hear: (event: WireEvent) => void = () => undefined;

Object.assign(globalThis, {
  location: { hash: '#/terminals' },
  window: {
    closeout: {
      invoke: (channel: string, input: unknown): Promise<Wire> =>
        new Promise((answer) => waiting.push({ channel, input, answer })),
      subscribe: (listener: typeof hear) => {
        hear = listener;
        return () => undefined;
      },
    },
  },
});

// As the pages find it: what is asked is on its way at once.
await (await import('#renderer/api/client.ts')).knowContract();

/** Tells the window of a change, as the core does. */
export const tell = (event: string, payload: unknown): void => hear({ event, payload });

/** Answers the oldest call that waits, which must be of this channel, and lets its caller go on. */
export async function answerNext(channel: string, wire: Wire): Promise<void> {
  const next = waiting.shift();
  if (next?.channel !== channel) throw new Error(`${next?.channel ?? 'nothing'} waits, not ${channel}`);
  next.answer(wire);
  await new Promise((resolve) => setImmediate(resolve));
}
