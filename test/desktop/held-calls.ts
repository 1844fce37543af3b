/** Calls of the window that wait for the test: it decides when the core is asked and what the window is told. */
import type { Handler } from './window.ts';
import { tellTest, type ToStandIn } from './control.ts';

type Waiting = { ask: () => unknown; tell: (wire: unknown) => void; lose: () => void };

const holds = new Map<number, RegExp>();
let last = 0;
const waiting = new Map<number, Waiting>();

/** The handler of the contract's calls, behind the test. */
export const behindTest =
  (handler: Handler): Handler =>
  (event, ...args) => {
    const [channel, input] = args;
    const fitting = [...holds].findLast(([, pattern]) => pattern.test(String(channel)));
    if (!fitting || typeof channel !== 'string') return handler(event, ...args);
    const [hold] = fitting;
    const id = (last += 1);
    return new Promise((resolve, reject) => {
      waiting.set(id, {
        ask: () => handler(event, ...args),
        tell: resolve,
        lose: () => reject(new Error('the answer was lost')),
      });
      tellTest({ kind: 'call', hold, id, channel, input });
    });
  };

export async function onTestOfCalls(message: ToStandIn): Promise<void> {
  if (message.kind === 'hold-calls') {
    const { hold, pattern } = message;
    if (pattern === null) holds.delete(hold);
    else holds.set(hold, new RegExp(`^(?:${pattern})$`));
  } else if (message.kind === 'ask-core')
    tellTest({ kind: 'core-answered', id: message.id, wire: await waiting.get(message.id)?.ask() });
  else if (message.kind === 'tell-window') waiting.get(message.id)?.tell(message.wire);
  else if (message.kind === 'lose-call') waiting.get(message.id)?.lose();
}
