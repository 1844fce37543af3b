/** Every field of a row as the gateway sent it, in its order. */
const DOCUMENTED = ['merchant_order_id', 'ref_number', 'amount', 'currency', 'payment_type', 'entry_mode'];

type Source = { source?: string };

/** `raw` is the row's JSON text. Numbers are shown as they were written; objects and lists as JSON. */
export function describeRow(raw: string): { name: string; value: string; documented: boolean }[] {
  const sources = new Map<string, string>();
  const parse = JSON.parse as (
    text: string,
    reviver: (key: string, value: unknown, context: Source) => unknown,
  ) => unknown;
  const row = parse(raw, (key, value, context) => {
    if (typeof value === 'number' && context.source !== undefined) sources.set(key, context.source);
    return value;
  });
  if (typeof row !== 'object' || row === null) return [];
  return Object.entries(row).map(([name, value]) => ({
    name,
    value:
      typeof value === 'string'
        ? value
        : typeof value === 'number'
          ? (sources.get(name) ?? String(value))
          : JSON.stringify(value),
    documented: DOCUMENTED.includes(name),
  }));
}
