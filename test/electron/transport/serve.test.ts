import { describe, expect, it } from 'vitest';
import { createServe } from '#electron/transport/serve.ts';
import type { Channel, Handlers } from '#shared/contract/index.ts';
import { peopleError } from '#shared/errors/app-error.ts';
import { err } from '#shared/errors/result.ts';

const logged: Record<string, unknown>[] = [];
const log = { error: (event: string, facts = {}) => void logged.push({ event, ...facts }) };
const serve = (handlers: Partial<Handlers>) => createServe(handlers as Handlers, log);
const broken = (channel: Channel) =>
  serve({ [channel]: () => Promise.reject(new Error('the disk is gone')) });

describe('a handler that fails', () => {
  it.each([
    ['acknowledgement.confirm', { preparationId: 'p' }],
    ['approvals.confirm', { requestId: 'r', pin: '123456' }],
    ['terminals.remove', { terminalId: 'T-1' }],
  ] as const)(
    'says of %s that it may have been done, with the reference of the log',
    async (channel, input) => {
      logged.length = 0;
      const answer = await broken(channel)(channel, input);
      const reference = logged[0]?.['reference'];
      expect(reference).toEqual(expect.any(String));
      expect(answer).toEqual({
        ok: false,
        error: { kind: 'internal', code: 'answer-lost', params: { reference } },
      });
      expect(logged).toMatchObject([{ event: 'handler-failed', channel }]);
    },
  );

  it.each([
    ['app.status', {}],
    ['profiles.list', {}],
    ['reversal.prepare', { rowId: 'r' }],
  ] as const)('says of %s, which only reads, that it failed', async (channel, input) => {
    const answer = await broken(channel)(channel, input);
    expect(answer).toMatchObject({ ok: false, error: { kind: 'internal', code: 'unexpected' } });
  });

  it('says of an answer that does not fit the contract that it was lost: the act came before it', async () => {
    const handlers = {
      'acknowledgement.confirm': () => Promise.resolve({ ok: true, value: { kind: 'surprise' } }),
    } as unknown as Partial<Handlers>;
    const answer = await serve(handlers)('acknowledgement.confirm', { preparationId: 'p' });
    expect(answer).toMatchObject({ ok: false, error: { kind: 'internal', code: 'answer-lost' } });
  });
});

it('an expected failure, and a call that is not understood, stay what they are', async () => {
  const locked = serve({ 'acknowledgement.confirm': () => Promise.resolve(err(peopleError('locked'))) });
  expect(await locked('acknowledgement.confirm', { preparationId: 'p' })).toMatchObject({
    error: { kind: 'people', code: 'locked' },
  });
  expect(await locked('acknowledgement.confirm', { preparationId: 7 })).toMatchObject({
    error: { kind: 'input', code: 'invalid' },
  });
});
