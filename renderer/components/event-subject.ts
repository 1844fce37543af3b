/** Names the subject of an entry of the activity record, for Today and Activity alike. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActivityDay } from '#shared/contract/activity.ts';
import { useApp, useLocale } from '../app-store.ts';
import { currencyLabel, formatDate, formatDecimal, formatZNumber, type Locale } from '../i18n/format.ts';
import { isolated, rightToLeft } from '../i18n/isolated.ts';
import { usePeople } from '../people-store.ts';
import { changesText } from './setting-texts.ts';

export type Facts = Record<string, unknown>;
/** `facts`: JSON, absent for what is not an entry of the record. `day`: the close that it is about, where that is known. */
type Event = {
  readonly action?: string;
  readonly target: string | null;
  readonly facts?: string;
  readonly day?: ActivityDay | null;
};

/** Null if the text is no object: a record that does not verify may hold anything. */
export function factsOf(facts: string): Facts | null {
  try {
    const value: unknown = JSON.parse(facts);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Facts) : null;
  } catch {
    return null;
  }
}

/** UUIDs and hashes say nothing to a person: they stand among an entry's technical details only. */
const OPAQUE = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16,})$/i;

export const isOpaque = (text: string): boolean => OPAQUE.test(text);

const isApproval = (action = ''): boolean => action.startsWith('approval.');

function nameInFacts({ action = '', facts = '', day }: Event, locale: Locale): string | null {
  const { date, number, name } = factsOf(facts) ?? {};
  if (action.startsWith('person.')) return typeof name === 'string' ? name : null;
  if (!action.startsWith('day.') && !day) return null;
  const ofDay = day?.businessDate ?? date;
  const parts = [
    // Its own direction is not that of the whole.
    day?.branchName ? isolated(day.branchName) : null,
    typeof ofDay === 'string' ? formatDate(ofDay, 'short', locale) : null,
    typeof number === 'number' ? `\u2066Z ${formatZNumber(number)}\u2069` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : inReadingOrder(parts.join(' · '), locale);
}

/** A browser takes the direction of the first name that is inside, which would put the last part first in Arabic. */
const inReadingOrder = (text: string, { language }: Locale): string =>
  language === 'ar' ? rightToLeft(text) : text;

const OF_THIS_PC = 'settings.changed';
const AMOUNT = /^(?:([A-Z]{3}) )?(-?\d+(?:\.\d+)?)$/;
/** The facts that a person looks for first, in this order. */
const TELLING = ['amount', 'file', 'fileName', 'source'] as const;

/** `EGP 15.75` as a person reads it; null for what is no amount. */
function amountText(value: string, currency: unknown, locale: Locale): string | null {
  const [, code = currency, decimal] = AMOUNT.exec(value) ?? [];
  if (decimal === undefined) return null;
  const number = formatDecimal(decimal, locale);
  if (typeof code !== 'string') return number;
  const label = currencyLabel(code, locale.language);
  return locale.language === 'ar' ? `${number} ${label}` : `${label} ${number}`;
}

/** What a changed setting was and is, the amount of an entry, or the file that it is about; null if it says none of them. */
export function useEventDetail(): (event: Event) => string | null {
  const { t } = useTranslation();
  const locale = useLocale();
  return useMemo(
    () =>
      ({ action, facts = '' }) => {
        const known = factsOf(facts) ?? {};
        // A setting of this PC is the subject itself.
        const changes = action === OF_THIS_PC ? null : changesText(t, locale, known);
        if (changes !== null) return changes;
        const { amounts, currency } = known;
        if (Array.isArray(amounts))
          return amounts.map((one) => amountText(String(one), null, locale) ?? '').join(', ') || null;
        const value = TELLING.map((name) => known[name]).find((one) => typeof one === 'string' && one !== '');
        if (typeof value !== 'string') return null;
        return amountText(value, currency, locale) ?? (value.length > 60 ? null : value);
      },
    [t, locale],
  );
}

/**
 * A setting of this PC by its change, a profile and a person by their name, a day by its date and Z, a request for approval by what
 * it asks for; everything else as the id it is, if a person can know it.
 */
export function useEventSubject(): (event: Event) => { name: string; isId: boolean } {
  const { t } = useTranslation();
  const locale = useLocale();
  const profiles = useApp((state) => state.profiles);
  const people = usePeople(({ state }) => state?.people);
  return useMemo(
    () => (event) => {
      const changes =
        event.action === OF_THIS_PC ? changesText(t, locale, factsOf(event.facts ?? '') ?? {}) : null;
      if (changes !== null) return { name: changes, isId: false };
      if (isApproval(event.action)) {
        const { kind } = factsOf(event.facts ?? '') ?? {};
        const words =
          typeof kind === 'string' ? [`activity.requestKind.${kind}`, `operations.kind.${kind}`] : [];
        return { name: words.length === 0 ? '' : t(words, { defaultValue: '' }), isId: false };
      }
      const known =
        profiles.find(({ id }) => id === event.target) ??
        people?.find(({ personId }) => personId === event.target);
      const name = known?.name ?? nameInFacts(event, locale);
      if (name !== null) return { name, isId: false };
      const target = event.target ?? '';
      return isOpaque(target) ? { name: '', isId: false } : { name: target, isId: true };
    },
    [t, profiles, people, locale],
  );
}
