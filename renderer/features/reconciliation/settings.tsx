/** Settings: by which days, tolerances and holidays is compared. Whoever may not change them sees them. */
import { Button, Checkbox, NumberInput, Pill, Select, Switch, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReconciliationSettings as Rules } from '#shared/contract/reconciliation.ts';
import { wireMoney } from '#shared/contract/wire.ts';
import type { Weekday } from '#shared/domain/reconciliation.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { toDecimal } from '#shared/money/money.ts';
import { typedMoney } from '#shared/money/typed-money.ts';
import { weekendOf } from '#shared/time/business-days.ts';
import { call } from '../../api/client.ts';
import { useActiveProfile, useLocale } from '../../app-store.ts';
import { DateField } from '../../components/date-field.tsx';
import { useKeptFocus } from '../../components/kept-focus.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { currencyLabel, formatDate, formatList, zoneChoices } from '../../i18n/format.ts';
import { useMay } from '../../people-store.ts';
import { useReconciliation, type KeptSettings } from './store.ts';

const CURRENCY = 'EGP';
const COUNTRIES = 'EG AE BH DZ IQ JO KW LB LY MA OM QA SA SD TN TR'.split(' ');
/** From Saturday, as a week is read in Egypt. */
const WEEK: readonly Weekday[] = [6, 7, 1, 2, 3, 4, 5];
/** A date of each day of the week, for its name: 2024-01-01 was a Monday. */
const dayNamed = (weekday: Weekday) => `2024-01-0${weekday}`;

/** Days off one after the other: Friday before Saturday, wherever a week begins. */
function inTurn(days: readonly Weekday[]): Weekday[] {
  const first = Math.max(
    0,
    WEEK.findIndex((day, at) => days.includes(day) && !days.includes(WEEK.at(at - 1) ?? day)),
  );
  return [...WEEK.slice(first), ...WEEK.slice(0, first)].filter((day) => days.includes(day));
}

type FormProps = { kept: KeptSettings };
type PartProps = { rules: Rules; onChange: (change: Partial<Rules>) => void };

export function Weekend({ rules, onChange }: PartProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  // Of the country that is chosen, also before it is saved.
  const country = WEEK.filter((weekday) => weekendOf(rules.country).includes(weekday));
  const own = rules.weekend !== null;
  const days = rules.weekend ?? country;
  return (
    <div className="reconcile-form">
      <Switch
        label={t('reconciliation.settings.countryWeekend')}
        description={
          own
            ? t('reconciliation.settings.countryWeekendText')
            : t('reconciliation.settings.countryWeekendIs', {
                days: formatList(
                  inTurn(country).map((weekday) => formatDate(dayNamed(weekday), 'weekday', locale)),
                  locale,
                ),
              })
        }
        checked={!own}
        onChange={(event) => onChange({ weekend: event.currentTarget.checked ? null : country })}
      />
      {own && (
        <div className="reconcile-week" role="group" aria-label={t('reconciliation.settings.weekend')}>
          {WEEK.map((weekday) => (
            <Checkbox
              key={weekday}
              label={formatDate(dayNamed(weekday), 'weekday', locale)}
              checked={days.includes(weekday)}
              onChange={(event) =>
                onChange({
                  weekend: event.currentTarget.checked
                    ? [...days, weekday]
                    : days.filter((one) => one !== weekday),
                })
              }
            />
          ))}
        </div>
      )}
    </div>
  );
}

function Holidays({ rules, onChange }: PartProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [date, setDate] = useState('');
  const { holidays } = rules;
  const add = () => {
    if (date === '') return;
    onChange({ holidays: [...new Set([...holidays, date])].sort() });
    setDate('');
  };
  return (
    <div className="reconcile-form">
      <div className="reconcile-add">
        <DateField
          label={t('reconciliation.settings.holidays')}
          description={t(
            holidays.length === 0
              ? 'reconciliation.settings.noHolidays'
              : 'reconciliation.settings.holidaysText',
          )}
          value={date}
          onChange={setDate}
        />
        <Button variant="default" leftSection={<IconPlus size={16} />} disabled={date === ''} onClick={add}>
          {t('reconciliation.settings.addHoliday')}
        </Button>
      </div>
      {holidays.length > 0 && (
        <div className="reconcile-holidays">
          {holidays.map((holiday) => (
            <Pill
              key={holiday}
              withRemoveButton
              onRemove={() => onChange({ holidays: holidays.filter((one) => one !== holiday) })}
              removeButtonProps={{
                'aria-label': t('reconciliation.settings.removeHoliday', {
                  date: formatDate(holiday, 'dated', locale),
                }),
                tabIndex: 0,
                'aria-hidden': false,
              }}
            >
              {formatDate(holiday, 'dated', locale)}
            </Pill>
          ))}
        </div>
      )}
    </div>
  );
}

/** The first day to compare; if it is empty, the day of the first close. */
function From({ rules, onChange, firstClosedOn }: PartProps & { firstClosedOn: string | null }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <DateField
      styles={{ wrapper: { maxInlineSize: 244 } }}
      label={t('reconciliation.settings.from')}
      description={
        rules.from !== null
          ? firstClosedOn === null
            ? t('reconciliation.settings.fromSet')
            : t('reconciliation.settings.fromSetFirst', { date: formatDate(firstClosedOn, 'dated', locale) })
          : firstClosedOn === null
            ? t('reconciliation.settings.fromNothingClosed')
            : t('reconciliation.settings.fromText', { date: formatDate(firstClosedOn, 'dated', locale) })
      }
      value={rules.from ?? ''}
      onChange={(from) => onChange({ from: from === '' ? null : from })}
    />
  );
}

function Place({ rules, onChange }: PartProps) {
  const { t } = useTranslation();
  const { language } = useLocale();
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const countries = [...new Set([...COUNTRIES, rules.country])];
  const zones = useMemo(() => zoneChoices([rules.timeZone], language), [rules.timeZone, language]);
  return (
    <>
      <Select
        label={t('reconciliation.settings.country')}
        allowDeselect={false}
        searchable
        data={countries.map((value) => ({ value, label: names.of(value) ?? value }))}
        value={rules.country}
        onChange={(country) => country !== null && onChange({ country })}
      />
      <Select
        label={t('reconciliation.settings.timeZone')}
        allowDeselect={false}
        searchable
        limit={50}
        data={zones}
        value={rules.timeZone}
        onChange={(timeZone) => timeZone !== null && onChange({ timeZone })}
      />
    </>
  );
}

function SettlementDays({ rules, onChange }: PartProps) {
  const { t } = useTranslation();
  return (
    <NumberInput
      label={t('reconciliation.settings.settlementDays')}
      description={t('reconciliation.settings.settlementDaysText')}
      min={0}
      max={30}
      clampBehavior="strict"
      allowDecimal={false}
      value={rules.settlementDays}
      onChange={(value) => typeof value === 'number' && onChange({ settlementDays: value })}
    />
  );
}

type ToleranceProps = { typed: string; isWrong: boolean; onType: (typed: string) => void };

function Tolerance({ typed, isWrong, onType }: ToleranceProps) {
  const { t } = useTranslation();
  const { language } = useLocale();
  return (
    <TextInput
      label={t('reconciliation.settings.tolerance')}
      description={t('reconciliation.settings.toleranceText')}
      dir="ltr"
      inputMode="decimal"
      leftSection={<span className="muted">{currencyLabel(CURRENCY, language)}</span>}
      leftSectionWidth={48}
      error={isWrong && t('people.rules.notAmount')}
      value={typed}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  );
}

function FeeTolerance({ rules, onChange }: PartProps) {
  const { t } = useTranslation();
  return (
    <NumberInput
      label={t('reconciliation.settings.feeTolerance')}
      description={t('reconciliation.settings.feeToleranceText')}
      min={0}
      max={100}
      clampBehavior="strict"
      decimalScale={2}
      suffix="%"
      value={rules.feeTolerance / 100}
      onChange={(value) => typeof value === 'number' && onChange({ feeTolerance: Math.round(value * 100) })}
    />
  );
}

type SaveProps = { busy: boolean; ready: boolean; changed: boolean; children: ReactNode };

/** Off until something was changed; beside it what came of it. While it saves it is off, too, so the focus goes on to what is said. */
function Save({ busy, ready, changed, children }: SaveProps) {
  const { t } = useTranslation();
  const said = useKeptFocus<HTMLSpanElement>(busy ? 'saves' : null);
  return (
    <div className="reconcile-save">
      <Button type="submit" loading={busy} disabled={!ready || !changed}>
        {t('reconciliation.settings.save')}
      </Button>
      <span ref={said} tabIndex={-1} role="status" className="muted">
        {children}
      </span>
    </div>
  );
}

function Form({ kept }: FormProps) {
  const { t } = useTranslation();
  const may = useMay('settings.app');
  const [rules, setRules] = useState<Rules>(kept.settings);
  const known = kept.settings.tolerance.find(({ currency }) => currency === CURRENCY);
  const [typed, setTyped] = useState(known ? toDecimal(known) : '0.00');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const [standing, setStanding] = useState<'shown' | 'changed' | 'saved'>('shown');
  const tolerance = typedMoney(typed, CURRENCY);
  const change = (part: Partial<Rules>) => {
    setRules({ ...rules, ...part });
    setStanding('changed');
  };
  const save = async () => {
    if (!tolerance) return;
    setBusy(true);
    const others = rules.tolerance.filter(({ currency }) => currency !== CURRENCY);
    const answer = await call('reconciliation.settings.set', {
      ...rules,
      tolerance: [tolerance, ...others].map(wireMoney),
    });
    setBusy(false);
    if (!answer.ok) return setError(answer.error);
    setError(null);
    setStanding('saved');
    useReconciliation.setState({ settings: answer.value });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (may.allowed && tolerance && !busy) void save();
      }}
    >
      {/* A fieldset that is a grid itself ends before its last row. While it saves nothing is changed: that would count as saved. */}
      <fieldset className="contents" disabled={!may.allowed || busy}>
        <div className="reconcile-rules">
          {error && <ErrorNotice error={error} />}
          <div className="limits">
            <SettlementDays rules={rules} onChange={change} />
            <Tolerance
              typed={typed}
              isWrong={tolerance === null}
              onType={(text) => {
                setTyped(text);
                setStanding('changed');
              }}
            />
            <FeeTolerance rules={rules} onChange={change} />
          </div>
          <From rules={rules} onChange={change} firstClosedOn={kept.firstClosedOn} />
          <div className="limits">
            <Place rules={rules} onChange={change} />
          </div>
          <Weekend rules={rules} onChange={change} />
          <Holidays rules={rules} onChange={change} />
          <Save busy={busy} ready={tolerance !== null} changed={standing === 'changed'}>
            {standing === 'saved' && t('reconciliation.settings.saved')}
            {standing === 'shown' && may.allowed && t('reconciliation.settings.unchanged')}
            {!may.allowed && may.reason}
          </Save>
        </div>
      </fieldset>
    </form>
  );
}

/** The settings of the open merchant; without one there is nothing to compare. */
export function ReconciliationSettings() {
  const { t } = useTranslation();
  const profile = useActiveProfile();
  const { settings, loadSettings } = useReconciliation();
  useEffect(() => {
    if (profile) void loadSettings();
  }, [profile, loadSettings]);
  if (!profile || !settings) return null;
  return (
    <section className="card stack">
      <h2 className="card-title">{t('reconciliation.settings.title')}</h2>
      <span className="muted size-13">{t('reconciliation.settings.text')}</span>
      <Form key={profile.id} kept={settings} />
    </section>
  );
}
