/**
 * `npm run restore -- FILE --data DIR`: restores a backup into a folder without a merchant. The passphrase is asked for, or comes on
 * the standard input; it is never an argument, which every user of the computer could read.
 */
import { createInterface } from 'node:readline';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Writable } from 'node:stream';
import { textOf } from '#shared/errors/text-of.ts';
import { BackupError } from './format.ts';
import { restoreBackup } from './run.ts';

const USAGE =
  'npm run restore -- FILE --data DIR    (the passphrase is asked for, or read from the standard input)';
/** What is typed is not shown. */
const SILENT = new Writable({ write: (_chunk, _encoding, done) => done() });

async function readPassphrase(): Promise<string> {
  const terminal = process.stdin.isTTY;
  if (terminal) process.stderr.write('Passphrase: ');
  const lines = createInterface({ input: process.stdin, output: SILENT, terminal });
  for await (const line of lines) {
    lines.close();
    if (terminal) process.stderr.write('\n');
    return line;
  }
  return '';
}

async function main(): Promise<number> {
  process.umask(0o077);
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { data: { type: 'string' } },
  });
  const [file] = positionals;
  if (file === undefined || values.data === undefined) {
    console.error(USAGE);
    return 2;
  }
  const dataDir = resolve(values.data);
  try {
    const passphrase = await readPassphrase();
    const restored = await restoreBackup({ dataDir, file: resolve(file), passphrase, nowMs: Date.now() });
    if (restored.settings)
      writeFileSync(join(dataDir, 'settings.json'), JSON.stringify(restored.settings, null, 2), {
        flag: 'wx',
        mode: 0o600,
      });
    const made = new Date(restored.madeAtMs).toISOString();
    console.log(
      `Restored ${restored.profiles.length} merchants as of ${made}, every chain verified, into ${dataDir}.`,
    );
    console.log(
      'Keys are in no backup: enter them in Settings. Money stays stopped until a person has looked up what came after the backup.',
    );
    return 0;
  } catch (error) {
    console.error(
      error instanceof BackupError
        ? `Not restored (${error.failure}): ${error.message}`
        : `Not restored: ${textOf(error)}`,
    );
    return 1;
  }
}

if (process.argv[1] === import.meta.filename) process.exitCode = await main();
