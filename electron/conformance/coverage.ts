/** Does everything the document says have a check, a test or a reason? Answers what is missing, in words. */
import type { Check } from './check.ts';
import type { Sentence } from './document.ts';
import type { Clause } from './clauses/clause.ts';

const sectionOf = (id: string) => id.slice(0, id.lastIndexOf('-'));
const line = ({ section, text }: Sentence) => `${section} ${text.trim()}`;

/** The clauses must tile the document: nothing new in it, nothing gone from it, nothing changed. */
export function compareWithDocument(clauses: Clause[], document: Sentence[]): string[] {
  const stated = clauses.map(([id, text]) => line({ section: sectionOf(id), text }));
  const written = document.map(line);
  return [
    ...written
      .filter((one) => !stated.includes(one))
      .map((one) => `the document says, no clause does: ${one}`),
    ...stated
      .filter((one) => !written.includes(one))
      .map((one) => `a clause quotes what the document lacks: ${one}`),
    // The same words may stand twice in a section.
    ...(stated.length === written.length ? [] : [`${stated.length} clauses for ${written.length} sentences`]),
  ];
}

export function findGaps(clauses: Clause[], checks: Check[]): string[] {
  const known = new Set(clauses.map(([id]) => id));
  const proved = new Set(checks.flatMap((check) => check.proves));
  const names = checks.map((check) => `${check.section} ${check.fact}`);
  const twice = (values: string[]) => values.filter((value, at) => values.indexOf(value) !== at);
  return [
    ...twice(clauses.map(([id]) => id)).map((id) => `two clauses have the id ${id}`),
    ...twice(names).map((name) => `two checks have the name ${name}`),
    ...[...proved].filter((id) => !known.has(id)).map((id) => `a check proves ${id}, which does not exist`),
    ...clauses
      .filter(([id, , reason, tests]) => !proved.has(id) && reason === undefined && tests === undefined)
      .map(([id, quote]) => `${id} has neither check, test nor reason: ${quote}`),
  ];
}
