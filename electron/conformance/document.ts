/** docs/gateway-interface.md cut into what it states: every sentence, bullet and table row, with its section. */
export type Sentence = { section: string; text: string };

const HEADING = /^#{2,3} (\d+(?:\.\d+)?)/;
const SEPARATOR = /^\|[\s:|-]+\|$/;
const MARKER = /^(?:- |\d+\. )/;
/** A full stop ends a sentence where a capital, a code word or a brace follows. */
const SENTENCE_END = /(?<=[.!?]`?)(?<!e\.g\.)\s+(?=[A-Z`{])/;

/** A table row as `cell | cell | cell`; any other line without its bullet or number. */
function plain(line: string): string {
  const row = /^\|(.*)\|$/.exec(line);
  if (!row) return line.replace(MARKER, '');
  return (row[1] ?? '')
    .split('|')
    .map((cell) => cell.trim())
    .join(' | ');
}

/** In the order of the document. Headings and the heads of tables state nothing by themselves. */
export function readDocument(markdown: string): Sentence[] {
  const lines = markdown.split('\n').map((line) => line.trim());
  const sentences: Sentence[] = [];
  let section = '§0';
  lines.forEach((line, at) => {
    const heading = HEADING.exec(line);
    if (heading) section = `§${heading[1]}`;
    const isTableHead = SEPARATOR.test(lines[at + 1] ?? '');
    if (line === '' || line.startsWith('#') || SEPARATOR.test(line) || isTableHead) return;
    for (const text of plain(line).split(SENTENCE_END)) sentences.push({ section, text });
  });
  return sentences;
}
