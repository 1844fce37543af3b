/** P11: a call of the window that is checked on its way in and out, beside the same round trip without a check. */
import { MessageChannel } from 'node:worker_threads';
import type { Settings } from '../../shared/contract/app.ts';
import { contract, type Channel, type Handlers } from '../../shared/contract/index.ts';
import { ok } from '../../shared/errors/result.ts';
import { createServe } from '../../electron/transport/serve.ts';
import { isMeasured, ratio } from './measure.ts';

/** It answers with some facts, as most calls do. */
const CHANNEL = 'app.settings.get' satisfies Channel;
const value: Settings = {
  ...{ language: 'en', theme: 'system', digits: 'latin', csvByteOrderMark: true, systemNotices: true },
  ...{ cutOffWarningMinutes: 60, readMinutes: 5, openFrom: '08:00', openTo: '23:00', readWhileLocked: false },
  ...{ holdDays: 7 },
};

/** A round trip between two ports, as between a window and the core: each message is cloned. */
function roundTrips(answer: (input: unknown) => unknown) {
  const { port1, port2 } = new MessageChannel();
  port2.on('message', (input) => {
    void Promise.resolve(answer(input)).then((value) => port2.postMessage(value));
  });
  const ask = (input: unknown): Promise<unknown> =>
    new Promise((resolve) => {
      port1.once('message', resolve);
      port1.postMessage(input);
    });
  return { ask, close: () => port1.close() };
}

export async function calls(): Promise<void> {
  if (!isMeasured('P11')) return;
  const handlers = { [CHANNEL]: async () => ok(value) } as unknown as Handlers;
  const serve = createServe(handlers, { error: () => {} });
  const empty = roundTrips(() => ({ ok: true, value }));
  const checked = roundTrips((input) => serve(CHANNEL, input));
  const goal = { id: 'P11', name: 'a checked call ÷ the same round trip without a check', atMost: 1.5 };
  await ratio(
    goal,
    () => empty.ask({}),
    async () => {
      const wire = (await checked.ask({})) as { value: unknown };
      contract[CHANNEL].output.parse(wire.value);
    },
  );
  empty.close();
  checked.close();
}
