/** JSON without floats: every number keeps its source text, so that an amount is never rounded by being read. */

/** A JSON number as it was written. */
export class NumberText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type ReviverContext = { source?: string };

/** Far above any answer, far below where parsing and writing run out of stack. */
const DEEPEST = 200;

/** Refuses text nested too deep to be read and written again safely, before anything recurses into it. */
function checkDepth(text: string): void {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > DEEPEST) throw new SyntaxError('JSON is nested too deep');
    } else if (character === '}' || character === ']') depth -= 1;
  }
}

/** Parses JSON; numbers become NumberText. Throws SyntaxError like JSON.parse, and for text nested too deep. */
export function parseLossless(text: string): unknown {
  checkDepth(text);
  const reviver = (_key: string, value: unknown, context: ReviverContext) =>
    typeof value === 'number' ? new NumberText(context.source ?? String(value)) : value;
  return (
    JSON.parse as (text: string, reviver: (k: string, v: unknown, c: ReviverContext) => unknown) => unknown
  )(text, reviver);
}

/**
 * Whether an object in JSON text names a field twice: parsers keep the last one, another reader the first, so such an answer
 * says two things. For text that parses; anything else answers whatever is found before it breaks.
 */
export function hasDuplicateKeys(text: string): boolean {
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{') open.push(new Set());
    else if (character === '[') open.push(null);
    else if (character === '}' || character === ']') open.pop();
    else if (character === '"') {
      const end = endOfString(text, at);
      const names = open.at(-1);
      if (names && isName(text, end)) {
        const name = nameOf(text.slice(at, end));
        if (names.has(name)) return true;
        names.add(name);
      }
      at = end - 1;
    }
  }
  return false;
}

/** Where the string that begins at `start` is over, its closing quote included. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return Math.min(at + 1, text.length);
}

/** Whether a colon follows, perhaps after white space. */
function isName(text: string, end: number): boolean {
  let at = end;
  while (' \t\r\n'.includes(text[at] ?? 'x')) at += 1;
  return text[at] === ':';
}

/** A field's name as a value: JSON may spell a letter as \u…. */
function nameOf(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    // Not JSON, which the caller finds out by parsing it.
    return quoted;
  }
}

type RawJson = typeof JSON & { rawJSON(text: string): unknown };

/** Writes what parseLossless read, every number as it was. */
export function writeLossless(value: unknown, indent = 0): string {
  const write = (_key: string, inner: unknown) =>
    inner instanceof NumberText ? (JSON as RawJson).rawJSON(inner.text) : inner;
  return JSON.stringify(value, write, indent);
}
