/** The facts of an entry with their names, in the words and figures of the screen. What is not known here stays as it was recorded. */
import { Code } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../app-store.ts';
import { isOpaque, type Facts } from '../../components/event-subject.ts';
import { FactRow } from '../../components/fact.tsx';
import { IdText } from '../../components/id-text.tsx';
import { changesIn, settingName, settingText } from '../../components/setting-texts.ts';
import {
  currencyLabel,
  formatCount,
  formatDate,
  formatDecimal,
  formatZNumber,
  type Locale,
} from '../../i18n/format.ts';

const IDS: readonly string[] = ['sha256', 'subject', 'opId', 'terminal', 'path', 'head'];

/** What only a machine reads: it stands among the technical details. */
export const isTechnical = (name: string, value: unknown): boolean =>
  name !== 'terminal' && (IDS.includes(name) || (typeof value === 'string' && isOpaque(value)));
const AMOUNT = /^([A-Z]{3}) (-?\d+(?:\.\d+)?)$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Where the words of a code are, by what it is a fact of. */
function wordKeys(action: string, name: string, code: string): string[] {
  switch (name) {
    case 'reason':
      if (action.startsWith('day.'))
        return [`closing.leaveReason.${code}`, `closing.differenceReason.${code}`];
      return [`activity.lockReason.${code}`, `operations.reason.${code}`];
    case 'role':
      return [`people.role.${code}`];
    case 'decision':
      return [`closing.late.${code}`];
    case 'kind':
      return action.startsWith('day.')
        ? [`activity.zKind.${code}`]
        : [`activity.requestKind.${code}`, `operations.kind.${code}`];
    default:
      return [];
  }
}

function textOf(t: TFunction, locale: Locale, action: string, name: string, value: string): ReactNode {
  const amount = AMOUNT.exec(value);
  if (amount?.[1] && amount[2]) {
    const number = formatDecimal(amount[2], locale);
    const code = currencyLabel(amount[1], locale.language);
    return <bdi>{locale.language === 'ar' ? `${number} ${code}` : `${code} ${number}`}</bdi>;
  }
  if (DATE.test(value)) return formatDate(value, 'full', locale);
  if (IDS.includes(name)) return <IdText value={value} />;
  if (name === 'line') {
    const [currency = '', type = ''] = value.split('/');
    const typeName = t(`terminals.paymentType.${type}`, { defaultValue: type || t('closing.noType') });
    return `${typeName} · ${currencyLabel(currency, locale.language)}`;
  }
  const keys = wordKeys(action, name, value);
  return keys.length === 0 ? <bdi>{value}</bdi> : t(keys, { defaultValue: value });
}

function Value({ action, name, value }: { action: string; name: string; value: unknown }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (value === null) return <span className="muted">—</span>;
  if (typeof value === 'boolean') return <>{t(value ? 'activity.yes' : 'activity.no')}</>;
  if (typeof value === 'number')
    return name === 'number' ? (
      <bdi dir="ltr">Z {formatZNumber(value)}</bdi>
    ) : (
      <>{formatCount(value, locale)}</>
    );
  if (typeof value === 'string') return <>{textOf(t, locale, action, name, value)}</>;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return value.map((one) => <div key={one}>{textOf(t, locale, action, name, one)}</div>);
  return <Code dir="ltr">{JSON.stringify(value)}</Code>;
}

/** Each changed setting: what it was, and what it is now. */
function Changes({ facts }: { facts: Facts }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return changesIn(facts).map(({ name, from, to }) => (
    <FactRow key={name} name={settingName(t, name)}>
      {t('activity.fromTo', {
        from: settingText(t, locale, name, from),
        to: settingText(t, locale, name, to),
      })}
    </FactRow>
  ));
}

type FactsProps = { action: string; facts: Facts };

/** The rows of a list that has others before them. */
export function FactRows({ action, facts }: FactsProps) {
  const { t } = useTranslation();
  const others = Object.entries(facts).filter(
    ([name]) => name !== 'changed' || changesIn(facts).length === 0,
  );
  return (
    <>
      <Changes facts={facts} />
      {others.map(([name, value]) => (
        <FactRow key={name} name={t(`activity.fact.${name}`, { defaultValue: name })}>
          <Value action={action} name={name} value={value} />
        </FactRow>
      ))}
    </>
  );
}

export const FactList = (props: FactsProps) => (
  <dl className="facts">
    <FactRows {...props} />
  </dl>
);
