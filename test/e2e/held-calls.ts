/** Calls of the window that wait for the test, on either host: over HTTP they are routes, on the stand-in they are held there. */
import type { Wire } from '#renderer/api/transport.ts';
import type { FromStandIn, ToStandIn } from '../desktop/control.ts';
import type { Closeout } from './host.ts';

export type HeldCall = {
  readonly channel: string;
  readonly input: unknown;
  /** Lets the core act, and answers what it says. The window is told nothing yet. */
  ask: () => Promise<Wire>;
  tell: (wire: Wire) => Promise<void>;
  /** The core answers the window as if nobody had held the call. */
  goOn: () => Promise<void>;
  /** The window learns that its answer is lost. */
  lose: () => Promise<void>;
};
type Take = (call: HeldCall) => Promise<void> | void;

/** The newest hold that fits takes a call. Answers how all are let go of. */
export async function holdCalls(
  { page, standIn }: Pick<Closeout, 'page' | 'standIn'>,
  pattern: RegExp,
  take: Take,
): Promise<() => Promise<void>> {
  if (standIn) return holdOnStandIn(standIn, pattern, take);
  const url = new RegExp(`/api/(?:${pattern.source})$`);
  await page.route(url, (route) =>
    take({
      channel: new URL(route.request().url()).pathname.split('/').at(-1) ?? '',
      input: route.request().postDataJSON() as unknown,
      ask: async () => (await (await route.fetch()).json()) as Wire,
      tell: (wire) => route.fulfill({ json: wire }),
      goOn: () => route.continue(),
      lose: () => route.abort('connectionreset'),
    }),
  );
  // Unlike `unroute`, this waits for what was taken.
  return () => page.unrouteAll({ behavior: 'wait' });
}

let lastHold = 0;
function holdOnStandIn(
  { child }: NonNullable<Closeout['standIn']>,
  pattern: RegExp,
  take: Take,
): () => Promise<void> {
  const send = (message: ToStandIn) => void child.send(message);
  const hold = (lastHold += 1);
  const answered = new Map<number, (wire: Wire) => void>();
  const onMessage = (message: FromStandIn) => {
    if (message.kind === 'core-answered') return answered.get(message.id)?.(message.wire as Wire);
    if (message.kind !== 'call' || message.hold !== hold) return;
    const { id, channel, input } = message;
    const ask = () =>
      new Promise<Wire>((resolve) => {
        answered.set(id, resolve);
        send({ kind: 'ask-core', id });
      });
    const tell = async (wire: Wire) => send({ kind: 'tell-window', id, wire });
    const lose = async () => send({ kind: 'lose-call', id });
    void take({ channel, input, ask, tell, lose, goOn: async () => tell(await ask()) });
  };
  child.on('message', onMessage);
  send({ kind: 'hold-calls', hold, pattern: pattern.source });
  // What was taken is still answered.
  return async () => send({ kind: 'hold-calls', hold, pattern: null });
}
