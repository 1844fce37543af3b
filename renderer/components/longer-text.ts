/** Whether one of these rows has a longer text than any row before, in a column that is shown. `longest`, by column, keeps what it was. */
export function hasLonger<Row>(
  longest: Map<string, number>,
  rows: readonly Row[],
  columns: readonly { id: string; text: (row: Row) => string; hidden?: boolean }[],
): boolean {
  let found = false;
  for (const { id, text, hidden = false } of columns) {
    if (hidden) continue;
    const length = rows.reduce((most, row) => Math.max(most, text(row).length), 0);
    if (length <= (longest.get(id) ?? -1)) continue;
    longest.set(id, length);
    found = true;
  }
  return found;
}
