/** JSON without floats: every number keeps its source text, so that an amount is never rounded by being read. */

/** A JSON number as it was written. */
export class NumberText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type ReviverContext = { source?: string };

/** Parses JSON; numbers become NumberText. Throws SyntaxError like JSON.parse. */
export function parseLossless(text: string): unknown {
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
