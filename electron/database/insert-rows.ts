/** Rows that one statement inserts: a statement of its own for each row costs more than the row. */

export const insertSql = (table: string, columns: readonly string[], rows: number): string => {
  const row = `(${columns.map(() => '?').join(', ')})`;
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${Array.from({ length: rows }, () => row).join(', ')}`;
};

type Insert<Value> = { readonly rows: number; readonly run: (values: readonly Value[]) => unknown };

/** Inserts all rows with the statements that there are: those of many rows first; the last one is of a single row. */
export function insertRows<Value>(
  rows: readonly (readonly Value[])[],
  inserts: readonly Insert<Value>[],
): void {
  let at = 0;
  for (const { rows: some, run } of inserts)
    for (; at + some <= rows.length; at += some) run(rows.slice(at, at + some).flat());
}
