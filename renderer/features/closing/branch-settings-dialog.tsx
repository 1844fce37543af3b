/** Time zone, cut-off, tolerance, large difference and blind roles of one branch. */
import { Button, Checkbox, Group, Modal, Select, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countWays } from '#shared/domain/closing.ts';
import { roles } from '#shared/domain/rights.ts';
import { toDecimal, type Money } from '#shared/money/money.ts';
import { typedTimeOfDay } from '#shared/text/typed-time.ts';
import type { BranchSettings, ClosingBranch } from '#shared/contract/closing-day.ts';
import { wireMoney } from '#shared/contract/wire.ts';
import { useLocale } from '../../app-store.ts';
import { call } from '../../api/client.ts';
import { useAsk } from '../../components/asked.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { formatZone, zoneChoices } from '../../i18n/format.ts';
import { LimitsField, type TypedLimits } from './limits-field.tsx';
import { readTyped } from './selectors.ts';
import { useClosing } from './store.ts';
import { useBranchName } from './texts.tsx';

/** A line for each currency that one of the two limits names, or one to begin with. */
function asTyped({ tolerance, largeDifference }: BranchSettings): TypedLimits[] {
  const named = [...tolerance, ...largeDifference].map(({ currency }) => currency);
  const textIn = (amounts: readonly Money[], currency: string) => {
    const amount = amounts.find((one) => one.currency === currency);
    return amount ? toDecimal(amount) : '';
  };
  return [...new Set(named.length === 0 ? ['EGP'] : named)].map((currency) => ({
    currency,
    tolerance: textIn(tolerance, currency),
    large: textIn(largeDifference, currency),
  }));
}

/** Nothing typed is 0, which is also what a currency without a line has. */
function readAll(typed: readonly TypedLimits[], limit: 'tolerance' | 'large'): Money[] | null {
  const read = typed.map((line) => readTyped(line[limit], { currency: line.currency, paymentType: null }));
  return read.some((value) => value === 'not-understood' || (value !== null && value.minor < 0n))
    ? null
    : read.filter((value): value is Money => value !== null && value !== 'not-understood');
}

type FormProps = { branch: ClosingBranch; onClose: () => void };

type Form = Pick<BranchSettings, 'timeZone' | 'cutOff' | 'blindRoles' | 'countBy' | 'countSlips'> & {
  limits: TypedLimits[];
};
const formOf = (settings: BranchSettings): Form => ({
  timeZone: settings.timeZone,
  cutOff: settings.cutOff,
  blindRoles: settings.blindRoles,
  countBy: settings.countBy,
  countSlips: settings.countSlips,
  limits: asTyped(settings),
});

/** The settings to store; null while a field is not understood. */
function readForm({ cutOff, limits, ...rest }: Form) {
  const read = {
    cutOff: typedTimeOfDay(cutOff),
    tolerance: readAll(limits, 'tolerance'),
    large: readAll(limits, 'large'),
  };
  if (read.cutOff === null || read.tolerance === null || read.large === null) return null;
  return {
    ...rest,
    cutOff: read.cutOff,
    tolerance: read.tolerance.map(wireMoney),
    largeDifference: read.large.map(wireMoney),
  };
}

/** `kept`: the time zone that is stored, which is always a choice. */
type DayProps = { form: Form; kept: string; onChange: (change: Partial<Form>) => void };

/** The time zone of the branch, and the time at which its business day turns. */
function DayFields({ form: { timeZone, cutOff }, kept, onChange }: DayProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { language } = locale;
  const zones = useMemo(() => zoneChoices([kept, 'Africa/Cairo'], language), [kept, language]);
  return (
    <div className="form-pair">
      <Select
        label={t('closing.settings.timeZone')}
        description={t('closing.settings.timeZoneText', { zone: formatZone(timeZone, locale) })}
        data={zones}
        searchable
        nothingFoundMessage={t('app.palette.nothing')}
        limit={60}
        value={timeZone}
        allowDeselect={false}
        onChange={(value) => onChange({ timeZone: value ?? kept })}
      />
      <TextInput
        label={t('closing.settings.cutOff')}
        description={t('closing.settings.cutOffText')}
        styles={{ input: { direction: 'ltr' } }}
        maxLength={5}
        error={typedTimeOfDay(cutOff) === null && t('app.time.wrong')}
        value={cutOff}
        onChange={(event) => onChange({ cutOff: event.currentTarget.value })}
      />
    </div>
  );
}

type Roles = BranchSettings['blindRoles'];

function BlindRoles({ value, onChange }: { value: Roles; onChange: (roles: Roles) => void }) {
  const { t } = useTranslation();
  return (
    <Checkbox.Group
      label={t('closing.settings.blind')}
      description={t('closing.settings.blindText')}
      value={value}
      onChange={(chosen) => onChange(roles.filter((role) => chosen.includes(role)))}
    >
      <Group mt={8} gap="8px 18px">
        {roles.map((role) => (
          <Checkbox key={role} value={role} label={t(`people.role.${role}`)} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

/** Each terminal by what it prints, with its number of slips or without, or all at once. */
function CountFields({ form: { countBy, countSlips }, onChange }: Omit<DayProps, 'kept'>) {
  const { t } = useTranslation();
  return (
    <>
      <Select
        label={t('closing.settings.countBy')}
        description={t('closing.settings.countByText')}
        data={countWays.map((value) => ({ value, label: t(`closing.settings.countWay.${value}`) }))}
        value={countBy}
        allowDeselect={false}
        onChange={(value) => onChange({ countBy: value ?? countBy })}
      />
      {countBy === 'terminal' && (
        <Checkbox
          label={t('closing.settings.countSlips')}
          checked={countSlips}
          onChange={(event) => onChange({ countSlips: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

function SettingsForm({ branch: { branchKey, settings }, onClose }: FormProps) {
  const { t } = useTranslation();
  const loadBranches = useClosing((state) => state.loadBranches);
  const [form, setForm] = useState(() => formOf(settings));
  const change = (part: Partial<Form>) => setForm({ ...form, ...part });
  const { error, busy, ask } = useAsk();
  const read = readForm(form);
  const isSame = JSON.stringify(form) === JSON.stringify(formOf(settings));
  const save = async () => {
    if (read === null) return;
    if (!(await ask(call('closing.settings.set', { branchKey, settings: read })))) return;
    await loadBranches();
    onClose();
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {error && <ErrorNotice error={error} />}
      <DayFields form={form} kept={settings.timeZone} onChange={change} />
      <LimitsField value={form.limits} onChange={(limits) => change({ limits })} />
      <CountFields form={form} onChange={change} />
      <BlindRoles value={form.blindRoles} onChange={(blindRoles) => change({ blindRoles })} />
      <div className="dialog-acts">
        <Button variant="default" onClick={onClose}>
          {t('app.actions.cancel')}
        </Button>
        <Button type="submit" loading={busy} disabled={read === null || isSame}>
          {t('closing.settings.save')}
        </Button>
      </div>
    </form>
  );
}

export function BranchSettingsDialog({ branchKey, onClose }: { branchKey: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { branches, loadBranches } = useClosing();
  const [asked, setAsked] = useState(false);
  if (branches === null && !asked) {
    setAsked(true);
    void loadBranches();
  }
  const branch = branches?.find((candidate) => candidate.branchKey === branchKey);
  const name = useBranchName();
  const title = [t('closing.settings.title'), ...(branch ? [name(branch)] : [])].join(' · ');
  return (
    <Modal opened onClose={onClose} size={600} title={<strong>{title}</strong>}>
      {branch && <SettingsForm branch={branch} onClose={onClose} />}
    </Modal>
  );
}
