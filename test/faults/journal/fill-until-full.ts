/** Run with a limit on the size of files: writes intents until the disk refuses, and says how many were promised. */
import { openDatabase } from '#electron/database/client.ts';
import { newOperation } from './profile-folder.ts';
import { databaseWorkerUrl } from '../../workers.ts';

const folder = process.argv[2] ?? '';
const { database } = await openDatabase(databaseWorkerUrl, folder);
let promised = 0;
let code = 'none';
while (promised < 5_000 && code === 'none') {
  await database.call('journal.create', newOperation(promised + 1)).then(
    () => (promised += 1),
    (error: unknown) => (code = (error as { sqliteCode: string }).sqliteCode),
  );
}
process.stdout.write(JSON.stringify({ promised, code }));
// Ended as a crash ends it: nothing is folded away or closed.
process.kill(process.pid, 'SIGKILL');
