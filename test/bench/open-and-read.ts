/** A process of the benches: opens the profile that it is given, reads the first page and its sums, and says its memory in bytes. */
import { openDatabase } from '../../electron/database/client.ts';
import { settledFilterSchema } from '../../shared/contract/settlement.ts';
import { databaseWorkerUrl } from './workers.ts';

const { database } = await openDatabase(databaseWorkerUrl, process.argv[2] ?? '');
const filter = settledFilterSchema.parse({});
const sort = { by: 'settlementDate', direction: 'desc' } as const;
await database.ask('settlement.settledPage', { filter, sort, after: null, limit: 100 }, { for: 'rows' });
await database.ask('settlement.settledSummary', filter, { for: 'sums' });
console.log(process.memoryUsage.rss());
await database.close();
