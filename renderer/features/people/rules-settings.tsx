/** Settings: when Closeout locks itself, and the amounts above which a second person is needed. */
import { Button, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf, OutputOf } from '#shared/contract/index.ts';
import type { Rules } from '#shared/contract/people.ts';
import { wireMoney } from '#shared/contract/wire.ts';
import { limitNames, type LimitName } from '#shared/domain/ladder.ts';
import { toDecimal } from '#shared/money/money.ts';
import { typedMoney } from '#shared/money/typed-money.ts';
import { call } from '../../api/client.ts';
import { useAsk } from '../../components/asked.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { groupedAmount } from '../../components/grouped-amount.ts';
import { PinInput } from '../../components/pin-input.tsx';
import { SetByOrganisation } from '../../components/set-by-organisation.tsx';
import { useLocale, useStatus } from '../../app-store.ts';
import { currencyLabel, formatDecimal, type Locale } from '../../i18n/format.ts';
import { takePeople, useMay, usePeople } from '../../people-store.ts';

const CURRENCY = 'EGP';
type Typed = Record<LimitName, string>;

const typedOf = ({ limits }: Rules, locale: Locale): Typed =>
  Object.fromEntries(
    limitNames.map((name) => {
      const limit = limits[name].find(({ currency }) => currency === CURRENCY);
      return [name, limit ? formatDecimal(toDecimal(limit), locale) : ''];
    }),
  ) as Typed;

const isWrong = (typed: string): boolean => typed.trim() !== '' && typedMoney(typed, CURRENCY) === null;

/** The typed limit, beside the limits of other currencies. An empty field means: always two. */
function limitsWith(
  limits: Rules['limits'][LimitName],
  typed: string,
): InputOf<'people.setRules'>['limits'][LimitName] {
  const others = limits.filter(({ currency }) => currency !== CURRENCY);
  const limit = typedMoney(typed, CURRENCY);
  return [...(limit ? [limit] : []), ...others].map(wireMoney);
}

function LimitFields({ typed, onChange }: { typed: Typed; onChange: (part: Partial<Typed>) => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const set = useStatus()?.setByOrganisation ?? [];
  return (
    <div className="limits">
      {limitNames.map((name) => (
        <TextInput
          key={name}
          label={t(`people.rules.${name}`)}
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          leftSection={<span className="muted">{currencyLabel(CURRENCY, locale.language)}</span>}
          leftSectionWidth={48}
          error={isWrong(typed[name]) && t('people.rules.notAmount')}
          disabled={set.includes(`${name}Limit`)}
          description={<SetByOrganisation of={`${name}Limit`} />}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          value={typed[name]}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
          onBlur={() => onChange({ [name]: groupedAmount(typed[name], CURRENCY, locale) })}
        />
      ))}
    </div>
  );
}

/** The rules as they are, with the changes made on this page. What the organisation sets cannot be changed. */
function useChanges(current: Rules) {
  const set = useStatus()?.setByOrganisation ?? [];
  const [changedMinutes, setMinutes] = useState<number | null>(null);
  const [changes, setChanges] = useState<Partial<Typed>>({});
  const kept = typedOf(current, useLocale());
  const minutesAreSet = set.includes('lockAfterMinutes');
  const minutes = minutesAreSet ? current.lockAfterMinutes : (changedMinutes ?? current.lockAfterMinutes);
  const typed = { ...kept };
  for (const name of limitNames) if (!set.includes(`${name}Limit`)) typed[name] = changes[name] ?? kept[name];
  /** Takes over the rules that were saved. Changes made after sending stay on the page. */
  const isSaved = () => {
    setMinutes((now) => (now === changedMinutes ? null : now));
    setChanges((now) =>
      Object.fromEntries(
        limitNames.flatMap((name) => (now[name] === changes[name] ? [] : [[name, now[name]]])),
      ),
    );
  };
  const change = (part: Partial<Typed>) => setChanges((now) => ({ ...now, ...part }));
  return { minutes, setMinutes, minutesAreSet, typed, change, isSaved };
}

function RulesForm({ rules: current }: { rules: Rules }) {
  const { t } = useTranslation();
  const { minutes, setMinutes, minutesAreSet, typed, change, isSaved } = useChanges(current);
  const [pin, setPin] = useState('');
  const { busy, error, ask } = useAsk<OutputOf<'people.setRules'>>();
  const complete = pin !== '' && !limitNames.some((name) => isWrong(typed[name]));
  const limitsOf = (name: LimitName) => limitsWith(current.limits[name], typed[name]);
  const save = async () => {
    setPin('');
    const limits = {
      reversal: limitsOf('reversal'),
      instantSettlement: limitsOf('instantSettlement'),
      orderMovement: limitsOf('orderMovement'),
      payout: limitsOf('payout'),
      writeOff: limitsOf('writeOff'),
    };
    const saved = await ask(call('people.setRules', { lockAfterMinutes: minutes, limits, pin }));
    if (!saved) return;
    isSaved();
    takePeople(saved);
  };
  return (
    <section className="card stack">
      <h2 className="card-title">{t('people.rules.title')}</h2>
      {error && <ErrorNotice error={error} />}
      <NumberInput
        label={t('people.rules.lockAfter')}
        className="narrow-field"
        min={1}
        max={15}
        clampBehavior="strict"
        allowDecimal={false}
        disabled={minutesAreSet}
        value={minutes}
        onChange={(value) => typeof value === 'number' && setMinutes(value)}
      />
      <SetByOrganisation of="lockAfterMinutes" />
      <span className="muted size-13">{t('people.rules.limitsText')}</span>
      <LimitFields typed={typed} onChange={change} />
      <div className="field-row">
        <PinInput label={t('people.field.yourPin')} value={pin} onChange={setPin} />
        <Button variant="default" loading={busy} disabled={!complete} onClick={() => void save()}>
          {t('people.rules.action')}
        </Button>
      </div>
    </section>
  );
}

export function RulesSettings() {
  const rules = usePeople(({ state }) => state?.rules ?? null);
  const guard = useMay('settings.app');
  return rules && guard.allowed ? <RulesForm rules={rules} /> : null;
}
