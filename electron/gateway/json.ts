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

type RawJson = typeof JSON & { rawJSON(text: string): unknown };

/** Writes what parseLossless read, every number as it was. */
export function writeLossless(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner instanceof NumberText ? (JSON as RawJson).rawJSON(inner.text) : inner,
  );
}
