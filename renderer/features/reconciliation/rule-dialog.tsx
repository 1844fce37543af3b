/** A rule for lines of a bank that settle nothing, new or changed, and what it would take of the statements that are here. */
import { NativeSelect, Radio, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BankRule, KeptBankRule, RulePreview } from '#shared/contract/bank-rules.ts';
import type { InputOf } from '#shared/contract/index.ts';
import { wireMoney } from '#shared/contract/wire.ts';
import { bookedKinds, type BookedKind } from '#shared/domain/reconciliation.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { toDecimal, type Money } from '#shared/money/money.ts';
import { typedMoney } from '#shared/money/typed-money.ts';
import { call } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { MoneyText, TotalsText } from '../../components/money-text.tsx';
import { EnvironmentLine } from '../../components/movement-dialog.tsx';
import { countOf } from '../../components/sum-parts.ts';
import { formatDate } from '../../i18n/format.ts';

const TYPING_MS = 250;

type Typed = {
  text: string;
  account: string;
  currency: string;
  least: string;
  most: string;
  kind: BookedKind;
};

/** Null while it asks for nothing, or an amount cannot be read. */
function ruleOf({ text, account, currency, least, most, kind }: Typed): BankRule | null {
  const isRange = least.trim() !== '' || most.trim() !== '';
  const [from, to] = [typedMoney(least.trim() === '' ? '0' : least, currency), typedMoney(most, currency)];
  if (!isRange) return text.trim() === '' ? null : { text: text.trim(), account, range: null, kind };
  const isRead = from !== null && to !== null && from.minor >= 0n && from.minor <= to.minor;
  return isRead ? { text: text.trim(), account, range: { least: from, most: to }, kind } : null;
}

function typedOf({ text, account, range, kind }: BankRule, currency: string): Typed {
  return {
    text,
    account,
    kind,
    currency: range?.least.currency ?? currency,
    least: range ? toDecimal(range.least) : '',
    most: range ? toDecimal(range.most) : '',
  };
}
const EMPTY: BankRule = { text: '', account: '', range: null, kind: 'bank-fee' };

const toWire = ({ range, ...rule }: BankRule): InputOf<'reconciliation.addRule'> => ({
  ...rule,
  range: range && { least: wireMoney(range.least), most: wireMoney(range.most) },
});

/** Asks again when the rule is another one. An answer to what is not typed any more is dropped. */
function usePreview(rule: BankRule | null) {
  const [found, setFound] = useState<{
    of: string;
    preview: RulePreview | null;
    error: AppError | null;
  } | null>(null);
  const of = rule && JSON.stringify(toWire(rule));
  useEffect(() => {
    if (of === null) return;
    let isAsked = true;
    const waiting = setTimeout(() => {
      void call('reconciliation.previewRule', JSON.parse(of) as InputOf<'reconciliation.previewRule'>).then(
        (answer) => {
          if (!isAsked) return;
          setFound(
            answer.ok
              ? { of, preview: answer.value, error: null }
              : { of, preview: null, error: answer.error },
          );
        },
      );
    }, TYPING_MS);
    return () => {
      isAsked = false;
      clearTimeout(waiting);
    };
  }, [of]);
  return found?.of === of ? found : null;
}

function Preview({ rule, found }: { rule: BankRule | null; found: ReturnType<typeof usePreview> }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  if (rule === null) return <p className="muted">{t('reconciliation.rules.previewNone')}</p>;
  if (found?.error) return <ErrorNotice error={found.error} />;
  if (!found?.preview) return <p className="muted">{t('reconciliation.rules.previewing')}</p>;
  const { totals, paying, lines } = found.preview;
  const count = countOf(totals);
  return (
    <div className="stack" data-testid="rule-preview">
      <div role="status">
        {count === 0 ? (
          <div className="rule-none">
            <IconInfoCircle size={16} aria-hidden />
            {paying > 0
              ? t('reconciliation.rules.paying', counted(paying))
              : t('reconciliation.rules.preview', counted(count))}
          </div>
        ) : (
          <>
            {t('reconciliation.rules.preview', counted(count))} <TotalsText totals={totals} />
            {paying > 0 && <div className="muted">{t('reconciliation.rules.paying', counted(paying))}</div>}
          </>
        )}
      </div>
      {lines.length > 0 && (
        <ul className="rule-lines" tabIndex={0} aria-label={t('reconciliation.rules.lines')}>
          {lines.map(({ itemId, date, text, amount }) => (
            <li key={itemId}>
              <span className="muted">{date === null ? '—' : formatDate(date, 'short', locale)}</span>
              <bdi>{text}</bdi>
              <MoneyText value={amount} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type FieldsProps = {
  typed: Typed;
  accounts: readonly string[];
  currencies: readonly string[];
  onType: (part: Partial<Typed>) => void;
};

function Fields({ typed, accounts, currencies, onType }: FieldsProps) {
  const { t } = useTranslation();
  // With one end typed the other is wanted, too.
  const isAny = typed.least.trim() === '' && typed.most.trim() === '';
  return (
    <>
      <TextInput
        data-autofocus
        label={t('reconciliation.rules.text')}
        maxLength={200}
        value={typed.text}
        onChange={(event) => onType({ text: event.currentTarget.value })}
      />
      <div className="rule-range">
        {(['least', 'most'] as const).map((end) => (
          <TextInput
            key={end}
            label={t(`reconciliation.rules.${end}`)}
            placeholder={isAny ? t('reconciliation.rules.anyAmount') : undefined}
            inputMode="decimal"
            value={typed[end]}
            onChange={(event) => onType({ [end]: event.currentTarget.value })}
          />
        ))}
        <NativeSelect
          label={t('reconciliation.rules.currency')}
          data={[...currencies]}
          value={typed.currency}
          onChange={(event) => onType({ currency: event.currentTarget.value })}
        />
      </div>
      {accounts.length > 0 && (
        <NativeSelect
          label={t('reconciliation.rules.account')}
          data={[{ value: '', label: t('reconciliation.rules.anyAccount') }, ...accounts]}
          value={typed.account}
          onChange={(event) => onType({ account: event.currentTarget.value })}
        />
      )}
      <Radio.Group
        label={t('reconciliation.rules.kind')}
        value={typed.kind}
        onChange={(value) => onType({ kind: bookedKinds.find((kind) => kind === value) ?? typed.kind })}
      >
        <div className="rule-kinds">
          {bookedKinds.map((kind) => (
            <Radio key={kind} value={kind} label={t(`reconciliation.rules.one.${kind}`)} />
          ))}
        </div>
      </Radio.Group>
    </>
  );
}

/** `changed`: the rule that is changed; null for a new one. */
type DialogProps = Pick<FieldsProps, 'accounts' | 'currencies'> & {
  changed: KeptBankRule | null;
  onClose: () => void;
};

export function RuleDialog({ changed, accounts, currencies, onClose }: DialogProps) {
  const { t } = useTranslation();
  const known = currencies.length > 0 ? currencies : ['EGP'];
  const [typed, setTyped] = useState(() => typedOf(changed ?? EMPTY, known[0] ?? 'EGP'));
  const rule = ruleOf(typed);
  const found = usePreview(rule);
  const preview = found?.preview;
  const takesNone = preview ? countOf(preview.totals) === 0 : false;
  const save = async () => {
    if (!rule) return null;
    const answer = changed
      ? await call('reconciliation.changeRule', { ...toWire(rule), ruleId: changed.ruleId })
      : await call('reconciliation.addRule', toWire(rule));
    return answer.ok ? null : answer.error;
  };
  return (
    <FormDialog
      title={t(changed ? 'reconciliation.rules.changing' : 'reconciliation.rules.add')}
      action={t(`reconciliation.rules.${changed ? 'keep' : takesNone ? 'saveAnyway' : 'save'}`)}
      size="lg"
      plain={takesNone}
      ready={rule !== null}
      onSave={save}
      onClose={onClose}
    >
      <div className="muted size-13">
        {t('app.movement.on')} <EnvironmentLine />
      </div>
      <Fields
        typed={typed}
        accounts={accounts}
        currencies={known}
        onType={(part) => setTyped({ ...typed, ...part })}
      />
      <Preview rule={rule} found={found} />
    </FormDialog>
  );
}

/** What a range asks for, as the list says it. */
export function RangeText({ least, most }: { least: Money; most: Money }) {
  return (
    <>
      <MoneyText value={least} /> – <MoneyText value={most} />
    </>
  );
}
