/** A line as its file had it: the cells of a table, or the named fields of a bank format. Pure. */
type RawCell = { name: string | null; text: string };

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

/** A row that cannot be taken apart stays one cell. */
export function rawCells(raw: string): RawCell[] {
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    return [{ name: null, text: raw }];
  }
  if (Array.isArray(value)) return value.map((cell: unknown) => ({ name: null, text: asText(cell) }));
  if (typeof value !== 'object' || value === null) return [{ name: null, text: asText(value) }];
  return Object.entries(value).map(([name, cell]) => ({ name, text: asText(cell) }));
}
