/** Which settings are no longer what they were: for the record, each with what it was and what it is now. */
import { toDecimal, type Money } from '#shared/money/money.ts';
import type { AuditParams } from './entry.ts';

type Setting = string | number | boolean | null | readonly string[] | readonly Money[];
type Told = string | number | boolean | null | readonly string[];

const told = (value: Setting | undefined): Told => {
  if (value === undefined) return null;
  if (typeof value !== 'object' || value === null) return value;
  return value.map((one) => (typeof one === 'string' ? one : `${one.currency} ${toDecimal(one)}`));
};

/** Of the settings in `after`. Empty if none of them is another one now. */
export function settingChanges(
  before: Readonly<Record<string, Setting | undefined>>,
  after: Readonly<Record<string, Setting | undefined>>,
): { readonly changed: AuditParams } {
  const pairs = Object.keys(after).map((name) => [name, told(before[name]), told(after[name])] as const);
  const changed = pairs.filter(([, from, to]) => JSON.stringify(from) !== JSON.stringify(to));
  return { changed: Object.fromEntries(changed.map(([name, from, to]) => [name, { from, to }])) };
}
