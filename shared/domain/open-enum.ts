/** A gateway enum that may grow: a value we know, or the raw word, shown as it is and never treated as final. */
export type OpenEnum<T extends string> = { kind: 'known'; value: T } | { kind: 'unknown'; raw: string };

export function readOpenEnum<T extends string>(known: readonly T[], raw: string): OpenEnum<T> {
  const value = known.find((candidate) => candidate === raw);
  return value === undefined ? { kind: 'unknown', raw } : { kind: 'known', value };
}

export const rawOf = <T extends string>(value: OpenEnum<T>): string =>
  value.kind === 'known' ? value.value : value.raw;
