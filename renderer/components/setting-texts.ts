/** A changed setting in words: which one, what it was, and what it is now. */
import type { TFunction } from 'i18next';
import { formatAmount, formatCount, formatDate, type Locale } from '../i18n/format.ts';
import { isolated } from '../i18n/isolated.ts';

type Facts = Readonly<Record<string, unknown>>;

type Change = { readonly name: string; readonly from: unknown; readonly to: unknown };

const isRecord = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What an entry says was changed; empty for one of before they were told, and for any other entry. */
export function changesIn({ changed }: Facts): Change[] {
  if (!isRecord(changed)) return [];
  return Object.entries(changed).flatMap(([name, change]) =>
    isRecord(change) && 'to' in change ? [{ name, from: change['from'], to: change['to'] }] : [],
  );
}

const AMOUNT = /^([A-Z]{3}) (-?\d+(?:\.\d+)?)$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

function textOf(t: TFunction, locale: Locale, name: string, value: string): string {
  const [, code, decimal] = AMOUNT.exec(value) ?? [];
  if (code !== undefined && decimal !== undefined) return formatAmount(decimal, code, locale);
  if (DATE.test(value)) return formatDate(value, 'dated', locale);
  return t([`activity.settingValue.${name}.${value}`, `people.role.${value}`], {
    defaultValue: isolated(value),
  });
}

export function settingText(t: TFunction, locale: Locale, name: string, value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'activity.on' : 'activity.off');
  if (typeof value === 'number') return formatCount(value, locale);
  if (typeof value === 'string') return textOf(t, locale, name, value);
  if (Array.isArray(value) && value.length > 0)
    return value.map((one) => textOf(t, locale, name, String(one))).join(' · ');
  return t('activity.notSet');
}

export const settingName = (t: TFunction, name: string): string =>
  t(`activity.setting.${name}`, { defaultValue: name });

/** "Language: English → Arabic · Theme: Dark"; of more than two the first. Null if nothing is known to have changed. */
export function changesText(t: TFunction, locale: Locale, facts: Facts): string | null {
  const [first, ...others] = changesIn(facts);
  if (!first) return null;
  const say = ({ name, from, to }: Change) =>
    t('activity.change', {
      name: settingName(t, name),
      from: settingText(t, locale, name, from),
      to: settingText(t, locale, name, to),
    });
  const [second, ...more] = others;
  if (!second) return say(first);
  // A row has no room for both of both: what the second one was stands in the drawer.
  if (more.length === 0)
    return `${say(first)} · ${settingName(t, second.name)}: ${settingText(t, locale, second.name, second.to)}`;
  return t('activity.changeAndMore', {
    change: say(first),
    count: others.length,
    number: formatCount(others.length, locale),
  });
}
