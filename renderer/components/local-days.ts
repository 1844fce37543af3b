/** Days as date fields have them (`2026-11-21`, empty for none) and their instants in the time of this PC. */
const atMs = (day: string, time: string): number | null => {
  const found = day === '' ? Number.NaN : new Date(`${day}T${time}`).getTime();
  return Number.isNaN(found) ? null : found;
};

export const startOfDayMs = (day: string): number | null => atMs(day, '00:00:00');
export const endOfDayMs = (day: string): number | null => atMs(day, '23:59:59.999');

export function dayOf(instantMs: number | null): string {
  if (instantMs === null) return '';
  const date = new Date(instantMs);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
