/** Does everything the document says have a check, a test or a reason? Answers what is missing, in words. */
import type { Check } from './check.ts';
import type { Sentence } from './document.ts';
import type { Statement } from './clauses/clause.ts';

const sectionOf = (id: string) => id.slice(0, id.lastIndexOf('-'));
const line = ({ section, text }: Sentence) => `${section} ${text.trim()}`;

/** The statements must tile the document: nothing new in it, nothing gone from it, nothing changed. */
export function compareWithDocument(statements: Statement[], document: Sentence[]): string[] {
  const stated = statements.map(([id, text]) => line({ section: sectionOf(id), text }));
  const written = document.map(line);
  return [
    ...written
      .filter((one) => !stated.includes(one))
      .map((one) => `the document says, no statement does: ${one}`),
    ...stated
      .filter((one) => !written.includes(one))
      .map((one) => `a statement quotes what the document lacks: ${one}`),
    // The same words may stand twice in a section.
    ...(stated.length === written.length
      ? []
      : [`${stated.length} statements for ${written.length} sentences`]),
  ];
}

export function findGaps(statements: Statement[], checks: Check[]): string[] {
  const known = new Set(statements.map(([id]) => id));
  const proved = new Set(checks.flatMap((check) => check.proves));
  const names = checks.map((check) => `${check.section} ${check.fact}`);
  const twice = (values: string[]) => values.filter((value, at) => values.indexOf(value) !== at);
  return [
    ...twice(statements.map(([id]) => id)).map((id) => `two statements have the id ${id}`),
    ...twice(names).map((name) => `two checks have the name ${name}`),
    ...[...proved].filter((id) => !known.has(id)).map((id) => `a check proves ${id}, which does not exist`),
    ...statements
      .filter(([id, , reason, tests]) => !proved.has(id) && reason === undefined && tests === undefined)
      .map(([id, quote]) => `${id} has neither check, test nor reason: ${quote}`),
  ];
}
