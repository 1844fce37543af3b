/** Writes docs/generated/conformance.md. With `--check` it only fails when the file is out of date. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'oxfmt';
import type { Check } from './check.ts';
import { allChecks } from './checks/index.ts';
import { compareWithDocument, findGaps } from './coverage.ts';
import { readDocument } from './document.ts';
import { usage } from './options.ts';
import { shorten } from './redact.ts';
import { allClauses } from './clauses/index.ts';
import type { Clause } from './clauses/clause.ts';

const ROOT = join(import.meta.dirname, '../..');
const FILE = join(ROOT, 'docs/generated/conformance.md');
const DOCUMENT = join(ROOT, 'docs/gateway-interface.md');
const LONGEST_QUOTE = 140;
const MOST_CHECKS = 5;

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

function nameOf({ section, fact, kind, mode, assumed }: Check): string {
  const marks = [kind === 'write' && 'writes', mode, assumed && 'assumed'].filter(
    (mark) => typeof mark === 'string',
  );
  return `${section} ${fact}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`;
}

function proofOf([id, , reason, tests = []]: Clause): string {
  // What the document itself says before what is assumed.
  const checks = allChecks.filter((check) => check.proves.includes(id));
  const ordered = [...checks].sort((a, b) => Number(a.assumed) - Number(b.assumed));
  const named = ordered.slice(0, MOST_CHECKS).map(nameOf);
  const more = ordered.length - named.length;
  return [
    ...named,
    ...(more > 0 ? [`and ${more} more`] : []),
    ...tests.map((file) => `\`${file}\``),
    ...(reason === undefined ? [] : [`_${reason}_`]),
  ]
    .map(cell)
    .join('<br>');
}

function counts(): string {
  const safe = allChecks.filter((check) => check.kind === 'safe').length;
  const assumed = allChecks.filter((check) => check.assumed).length;
  const proved = new Set(allChecks.flatMap((check) => check.proves));
  const own = new Set(allChecks.filter((check) => !check.assumed).flatMap((check) => check.proves));
  const by = (ids: Set<string>) => allClauses.filter(([id]) => ids.has(id)).length;
  return [
    `${allChecks.length} checks: ${safe} safe, ${allChecks.length - safe} that write; ${assumed} of them are of assumptions.`,
    `${allClauses.length} clauses: ${by(own)} with a check of the document, ${by(proved) - by(own)} with an assumed one only, ${allClauses.length - by(proved)} with a reason why not.`,
  ].join('\n');
}

function write(): string {
  const sections = [...new Set(allClauses.map(([id]) => id.slice(0, id.lastIndexOf('-'))))];
  const tables = sections.map((section) => {
    const rows = allClauses.filter(([id]) => id.slice(0, id.lastIndexOf('-')) === section);
    const lines = rows.map((clause) => {
      const quote = cell(shorten(clause[1], LONGEST_QUOTE));
      return `| ${clause[0]} | ${quote} | ${proofOf(clause)} |`;
    });
    const title = section === '§0' ? 'Introduction' : section;
    return `## ${title}\n\n| Id | Clause | Proved by |\n|---|---|---|\n${lines.join('\n')}`;
  });
  return `# What is proved of the gateway interface

Written by \`node electron/conformance/write-docs.ts\`; do not edit. Every clause of gateway-interface.md, and the checks of
\`npm run conformance\` that prove it of a gateway, or why nothing can.

${counts()}

Run it with

\`\`\`
${usage()}
\`\`\`

Exit code 0: everything the document states holds, as far as it could be checked; 1: something does not; 2: the run could not start.
\`--flags\` writes what was learnt of the gateway (null: not known): does the list show reversals, is a second reversal refused, three times
the longest lag of the list seen (one sample or two: no proof that it is never longer), the longest wait, is a partial reversal possible.

A check that writes needs \`--allow-writes\`. An assumed one tests what assumptions.md takes as given; where it does not hold, the
document is not broken but the assumption is wrong.

${tables.join('\n\n')}
`;
}

async function main(): Promise<void> {
  const document = readDocument(await readFile(DOCUMENT, 'utf8'));
  const problems = [...compareWithDocument(allClauses, document), ...findGaps(allClauses, allChecks)];
  if (problems.length > 0) {
    console.error(problems.join('\n'));
    process.exitCode = 1;
    return;
  }
  const { code: text } = await format(FILE, write(), { printWidth: 110 });
  if (!process.argv.includes('--check')) return writeFile(FILE, text);
  const now = await readFile(FILE, 'utf8').catch(() => '');
  if (now === text) return;
  console.error('docs/generated/conformance.md is out of date: node electron/conformance/write-docs.ts');
  process.exitCode = 1;
}

await main();
