import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  defaultGatewayProfile,
  describeOperations,
  loadGatewayProfile,
  overruleGatewayProfile,
} from '#electron/gateway/profile.ts';

const overrule = (name: string, change: Record<string, string>) =>
  overruleGatewayProfile(JSON.stringify({ operations: { [name]: change } }));
async function withFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'closeout-profile-'));
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

it('without a file the defaults hold', () =>
  withFolder(async (folder) =>
    expect(await loadGatewayProfile(folder)).toEqual({ ok: true, value: defaultGatewayProfile }),
  ));

it('a file in the data folder overrules what it names and nothing else', () =>
  withFolder(async (folder) => {
    const file = {
      operations: { 'orders.reverse': { path: '/v3/orders/{orderId}', host: 'checkout' } },
      reversalOrderIdField: 'ref_number',
    };
    await writeFile(join(folder, 'gateway-profile.json'), JSON.stringify(file));
    const read = await loadGatewayProfile(folder);
    if (!read.ok) throw new Error(read.error.code);
    expect(read.value.reversalOrderIdField).toBe('ref_number');
    expect(read.value.operations['orders.reverse']).toMatchObject({
      method: 'PUT',
      path: '/v3/orders/{orderId}',
      host: 'checkout',
      credential: 'secret-key',
    });
    const overruled = describeOperations(read.value).filter((one) => one.overruled);
    expect(overruled.map(({ name }) => name)).toEqual(['orders.reverse']);
    expect(read.value.operations['terminals.list']).toEqual(
      defaultGatewayProfile.operations['terminals.list'],
    );
  }));

it('a file that cannot be read is an error, not the defaults', () =>
  withFolder(async (folder) => {
    await mkdir(join(folder, 'gateway-profile.json'));
    expect(await loadGatewayProfile(folder)).toMatchObject({
      ok: false,
      error: { code: 'overrule-invalid', params: { where: 'gateway-profile.json' } },
    });
  }));

it.each([
  ['/v3/payment/pos/ack', 'loses its terminal id'],
  ['/v3/payment/pos/ack/{terminalID}', 'misspells its terminal id'],
  ['/v3/payment/pos/{terminalId}/ack/{terminalId}', 'names it twice'],
  ['/v3/../pos/ack/{terminalId}', 'goes up'],
])('a path that %s %s is refused, naming the operation', (path) =>
  expect(overrule('terminals.acknowledge', { path })).toMatchObject({
    ok: false,
    error: { code: 'overrule-invalid', params: { where: 'operations.terminals.acknowledge' } },
  }),
);

it.each([
  ['orders.reverse', 'GET', false],
  ['orders.reverse', 'POST', true],
  ['terminals.list', 'PUT', false],
  ['terminals.list', 'POST', true],
  ['instant-settlement.fee-inquiry', 'GET', false],
])('%s as %s: allowed is %s', (name, method, allowed) => expect(overrule(name, { method }).ok).toBe(allowed));

it('every operation says where it is from', () => {
  for (const { source } of describeOperations(defaultGatewayProfile))
    expect(source).toMatch(/^(assumed|documented §\d+\.\d+)$/);
});
