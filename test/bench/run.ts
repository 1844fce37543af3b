/**
 * `npm run bench`: ratios against a raw baseline in the same run, never absolute times. `-- P3 P5` measures these goals only;
 * `-- --give 1M PROFILE` fills the folder of a profile that is closed, so that a person can feel it. See docs/performance.md.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { audit } from './audit.ts';
import { calls } from './calls.ts';
import { exportLists } from './export.ts';
import { giveRows, isSize } from './folders.ts';
import { findInAll } from './find.ts';
import { gatewayAlone } from './gateway.ts';
import { growthOfCache } from './growth.ts';
import { headOffice } from './head-office.ts';
import { imports } from './imports.ts';
import { ingest } from './ingest.ts';
import { journalCheck } from './journal.ts';
import { machine } from './machine.ts';
import { matching } from './matching.ts';
import { measureOnly, results, table } from './measure.ts';
import { movement } from './movement.ts';
import { otherwise } from './otherwise.ts';
import { launches } from './process.ts';
import { reconciliation } from './reconciliation.ts';
import { settledList } from './settled-list.ts';
import { sync } from './sync.ts';
import { inWindow } from './window.ts';

const wanted = process.argv.slice(2);
const benches: readonly { readonly run: () => Promise<void>; readonly goals: readonly string[] }[] = [
  { run: launches, goals: ['P2', 'P12'] },
  { run: settledList, goals: ['P3', 'P5', 'sums', 'disk', 'reads'] },
  { run: growthOfCache, goals: ['growth'] },
  { run: findInAll, goals: ['search'] },
  { run: otherwise, goals: ['otherwise'] },
  { run: ingest, goals: ['P4', 'P9'] },
  { run: sync, goals: ['P6'] },
  { run: movement, goals: ['P7'] },
  { run: calls, goals: ['P11'] },
  { run: exportLists, goals: ['P13'] },
  { run: audit, goals: ['P14'] },
  { run: journalCheck, goals: ['P15'] },
  { run: reconciliation, goals: ['P16'] },
  { run: matching, goals: ['matching'] },
  { run: imports, goals: ['imports'] },
  { run: headOffice, goals: ['head-office'] },
  { run: gatewayAlone, goals: ['gateway'] },
  { run: () => inWindow(wanted), goals: ['P1', 'P5', 'P8', 'P10'] },
];

function keep(): string {
  const folder = join(import.meta.dirname, '../../bench/results');
  mkdirSync(folder, { recursive: true });
  const atMs = Date.now();
  const file = join(folder, `${new Date(atMs).toISOString().replaceAll(':', '-').slice(0, 19)}.json`);
  writeFileSync(file, `${JSON.stringify({ atMs, machine: machine(), results }, null, 2)}\n`);
  return file;
}

async function measure(): Promise<void> {
  measureOnly(wanted);
  for (const { run, goals } of benches)
    if (wanted.length === 0 || goals.some((goal) => wanted.includes(goal))) await run();
  console.log(`\n${JSON.stringify(machine())}\n${table()}\n\nKept in ${keep()}`);
}

const known = new Set(benches.flatMap(({ goals }) => goals));
const unknown = wanted.find((name) => !known.has(name));
const [flag, size = '', profile = ''] = wanted;
if (flag === '--give' && isSize(size) && existsSync(join(profile, 'cache.sqlite'))) giveRows(size, profile);
else if (unknown === undefined) await measure();
else {
  console.error(
    `There is no bench ${unknown}; there are: ${[...known].join(', ')}, or --give 1M FOLDER-OF-A-PROFILE`,
  );
  process.exitCode = 2;
}
