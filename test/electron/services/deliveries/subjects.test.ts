import { expect, it } from 'vitest';
import type { ProfileContext } from '#electron/services/context.ts';
import { subjectReader } from '#electron/services/deliveries/subjects.ts';
import { must } from '../operations/harness.ts';

it('the names of webhooks are read once for any number of subjects', async () => {
  const asked: string[] = [];
  const db = {
    call: async (name: string) => {
      asked.push(name);
      return [];
    },
  };
  const transactionRecords = async () => ({ ok: true, value: { rows: [], unreadable: 0 } });
  const context = { db, gateway: { webhooks: { transactionRecords } } } as unknown as ProfileContext;
  const read = await subjectReader(context);
  for (const id of ['TX-1', 'TX-2', 'TX-3']) must(await read({ resource: 'transaction', id }));
  expect(asked.filter((name) => name === 'kept.values')).toHaveLength(1);
});
