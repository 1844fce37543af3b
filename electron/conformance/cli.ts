/** `npm run conformance`: does a gateway keep to docs/gateway-interface.md? Exit 0 yes, 1 no, 2 could not start. */
import { writeFile } from 'node:fs/promises';
import { textOf } from '#shared/errors/text-of.ts';
import { createBench } from './bench.ts';
import { allChecks } from './checks/index.ts';
import { writeFlags } from './flags.ts';
import { readOptions, usage, UsageError, type Options } from './options.ts';
import { exitCode, jsonReport, textReport } from './report.ts';
import { preflight } from './preflight.ts';
import { runChecks } from './run.ts';

function options(): Options | null {
  try {
    const read = readOptions(process.argv.slice(2), process.env);
    if (read === null) console.log(usage());
    return read;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n${usage()}`);
    process.exitCode = 2;
    return null;
  }
}

async function main(): Promise<void> {
  const read = options();
  if (read === null) return;
  const bench = createBench(read);
  const stop = await preflight(bench);
  if (stop !== null) {
    console.error(stop);
    process.exitCode = 2;
    return;
  }
  const isTerminal = process.stderr.isTTY;
  let done = 0;
  const run = await runChecks(allChecks, bench, ({ check }) => {
    done += 1;
    if (isTerminal) process.stderr.write(`\r\x1b[K${done} ${check.section} ${check.fact.slice(0, 80)}`);
  });
  if (isTerminal) process.stderr.write('\r\x1b[K');
  console.log(textReport(run, read));
  if (read.jsonFile !== null) await writeFile(read.jsonFile, `${jsonReport(run, read, bench.flags)}\n`);
  if (read.flagsFile !== null) await writeFlags(read.flagsFile, bench.flags);
  process.exitCode = exitCode(run);
}

main().catch((error: unknown) => {
  console.error(`The suite broke: ${textOf(error)}`);
  process.exitCode = 2;
});
