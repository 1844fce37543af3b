/** §4.9, §4.10: "Check connection", and every list that is ours to assume, at a gateway that has nothing beyond the document. */
import { describe, expect, it } from 'vitest';
import { checkConnection } from '#electron/services/profiles/check-connection.ts';
import { bench, type Bench } from './client.ts';
import { TERMINAL } from './seed.ts';

const PAGE = '<!doctype html><html><body>Cannot GET that</body></html>';
const DRESSES = { 'a web page': PAGE, nothing: '', 'its own words': '{"message":"Not found"}' };

const found = async ({ client }: Pick<Bench, 'client'>) =>
  Object.fromEntries((await checkConnection(client)).map(({ check, outcome }) => [check, outcome]));
const errorOf = async ({ client }: Bench, wanted: string) =>
  (await checkConnection(client)).find(({ check }) => check === wanted)?.error;

async function bareGateway(missing: string, keys: Parameters<typeof bench>[1] = {}) {
  const made = await bench('live', keys);
  made.server.state.missing = missing;
  return made;
}
const everything = /^GET /;

describe.each(Object.entries(DRESSES))(
  'a gateway that answers %s for a path that it lacks',
  (_name, text) => {
    it('works, and what is ours to assume is not offered', async () => {
      expect(await found(await bareGateway(text))).toEqual({
        dashboard: 'works',
        'secret-key': 'works',
        settled: 'works',
        settlement: 'works',
        terminals: 'not-offered',
        'instant-settlement': 'not-offered',
        checkout: 'works',
      });
    });

    it('is told as one that lacks that list, by its name', async () => {
      const { client } = await bareGateway(text);
      expect(await client.listTerminals()).toMatchObject({
        error: {
          code: 'not-offered',
          params: { operation: 'terminals.list', path: '/v3/payment/pos/terminals' },
          httpStatus: 404,
        },
      });
      expect(await client.listEligible(1, 1)).toMatchObject({
        error: { code: 'not-offered', params: { operation: 'instant-settlement.eligible' } },
      });
      expect(await client.readTerminalTransactions(TERMINAL)).toMatchObject({ ok: true });
    });

    it('refuses a wrong key, and that is told', async () => {
      const made = await bareGateway(text, { secretKey: 'sk_live_other' });
      expect(await found(made)).toMatchObject({
        dashboard: 'works',
        'secret-key': 'fails',
        settled: 'skipped',
      });
    });
  },
);

describe('a check', () => {
  it('takes a page with 200 in the place of an assumed list for a list that is not offered', async () => {
    const made = await bareGateway(PAGE);
    made.server.plan(/pos\/terminals/, { kind: 'answer', status: 200, text: PAGE });
    expect(await errorOf(made, 'terminals')).toMatchObject({
      code: 'not-offered',
      params: { operation: 'terminals.list' },
    });
  });

  it('says of a host that has nothing but pages that it is no gateway', async () => {
    const made = await bareGateway(PAGE);
    made.server.plan(everything, { kind: 'answer', status: 404, text: PAGE }, 99);
    expect(await found(made)).toMatchObject({
      dashboard: 'fails',
      'secret-key': 'skipped',
      terminals: 'skipped',
    });
    expect(await errorOf(made, 'dashboard')).toMatchObject({ code: 'not-a-gateway' });
  });

  it('finds a gateway by one documented read where the other is not there', async () => {
    const made = await bareGateway(PAGE);
    made.server.plan(/settlement-transactions/, { kind: 'answer', status: 404, text: PAGE });
    expect(await found(made)).toMatchObject({
      dashboard: 'works',
      settled: 'not-offered',
      settlement: 'works',
    });
  });

  it('asks nothing that is assumed of a host that does not answer', async () => {
    const made = await bareGateway(PAGE);
    made.server.plan(everything, { kind: 'drop-before' }, 99);
    expect(await found(made)).toMatchObject({ dashboard: 'fails', terminals: 'skipped' });
    expect(made.sent().filter(({ target }) => target.includes('/pos/'))).toEqual([]);
  });

  it('does not say of a key that it works where the gateway only failed', async () => {
    const made = await bareGateway(PAGE);
    made.server.plan(everything, { kind: 'answer', status: 500, text: '' }, 99);
    expect(await found(made)).toMatchObject({
      dashboard: 'works',
      'secret-key': 'skipped',
      settled: 'limited',
    });
  });
});
