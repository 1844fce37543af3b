/** Rules for bank lines that pay no payout. Each can be changed or switched off, and says who last did so. */
import { Skeleton, Switch } from '@mantine/core';
import { IconFilterCog, IconPlus } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeptBankRule } from '#shared/contract/bank-rules.ts';
import type { Total } from '#shared/contract/terminals.ts';
import { call, on } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { accountEnd } from '../../components/account-end.ts';
import { useAskedAgain } from '../../components/asked-again.ts';
import { useCounted } from '../../components/counted.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { TotalsText } from '../../components/money-text.tsx';
import { NotAllowed } from '../../components/not-allowed.tsx';
import { countOf } from '../../components/sum-parts.ts';
import { TimeText } from '../../components/time-text.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { formatMoney } from '../../i18n/format.ts';
import { useMay } from '../../people-store.ts';
import { RangeText, RuleDialog } from './rule-dialog.tsx';
import { useRules } from './rules-store.ts';
import { SubPage } from './sub-page.tsx';

/** What it takes the line for. */
function Booked({ rule: { kind } }: { rule: KeptBankRule }) {
  const { t } = useTranslation();
  return (
    <div>
      <div>{t('reconciliation.rules.bookedAs', { kind: t(`reconciliation.rules.one.${kind}`) })}</div>
      <div className="muted size-13">{t(`reconciliation.rules.direction.${kind}`)}</div>
    </div>
  );
}

/** What it asks for besides its text. */
function AlsoAsks({ rule: { text, range, account } }: { rule: KeptBankRule }) {
  const { t } = useTranslation();
  const asksRange = text !== '' && range !== null;
  if (!asksRange && account === '') return null;
  return (
    <div className="rule-asks">
      {asksRange && (
        <span>
          <RangeText {...range} />
        </span>
      )}
      {account !== '' && (
        <span>
          {t('reconciliation.rules.account')} <bdi title={account}>{accountEnd(account)}</bdi>
        </span>
      )}
    </div>
  );
}

/** The lines of the statements that fit it, and what they come to. */
function Fits({ totals }: { totals: Total[] }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const count = countOf(totals);
  return (
    <div className={count === 0 ? 'muted size-13' : 'size-13'}>
      {t('reconciliation.rules.fits', counted(count))} {count > 0 && <TotalsText totals={totals} />}
    </div>
  );
}

const askFitting = () => call('reconciliation.fitting', {});
const onFitting = (again: () => void) => on('reconciliation.changed', again);

type RuleProps = {
  rule: KeptBankRule;
  place: number;
  /** Undefined if it is not known, or if the headline says it for all rules. */
  totals: Total[] | undefined;
  onChange: () => void;
};

function Rule({ rule, place, totals, onChange }: RuleProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  const may = useMay('reconcile');
  const turn = useRules((state) => state.turn);
  const { ruleId, text, range, isOn, by, atMs } = rule;
  const locale = useLocale();
  const ends = range && [range.least, range.most].map((end) => formatMoney(end, locale));
  const name = text === '' && ends ? ends.join(' – ') : text;
  return (
    <li className="learnt-row rule-row" data-forgotten={!isOn}>
      <div>
        <strong>
          {counted(place).number}.{' '}
          {text === '' ? (
            range && <RangeText {...range} />
          ) : (
            <>
              {t('reconciliation.rules.contains')} <bdi>“{text}”</bdi>
            </>
          )}
        </strong>
        <AlsoAsks rule={rule} />
        <div className="muted size-13">
          {t('reconciliation.rules.by')} <bdi>{by}</bdi> · <TimeText atMs={atMs} />
        </div>
      </div>
      <div>
        <Booked rule={rule} />
        {totals && <Fits totals={totals} />}
      </div>
      <GuardedButton
        guard={may}
        size="xs"
        variant="default"
        aria-label={t('reconciliation.rules.changeOne', { rule: name })}
        onClick={onChange}
      >
        {t('reconciliation.rules.change')}
      </GuardedButton>
      <Switch
        aria-label={`${t('reconciliation.rules.isOn')} ${name}`}
        label={t(`reconciliation.rules.${isOn ? 'on' : 'off'}`)}
        checked={isOn}
        disabled={!may.allowed}
        onChange={(event) => void turn(ruleId, event.currentTarget.checked)}
      />
    </li>
  );
}

/** How many rules are on, and whether any line fits one. `fitting`: null until it is known. */
function useHeadline(
  rules: readonly KeptBankRule[],
  fitting: readonly { ruleId: string; totals: Total[] }[] | null,
): string | false {
  const { t } = useTranslation();
  const counted = useCounted();
  const on = rules.filter(({ isOn }) => isOn);
  const used = on.filter(({ ruleId }) =>
    fitting?.some((one) => one.ruleId === ruleId && countOf(one.totals) > 0),
  ).length;
  if (rules.length === 0) return false;
  if (fitting === null || on.length === 0) return t('reconciliation.rules.answer', counted(on.length));
  return used === 0
    ? t('reconciliation.rules.answerNone', counted(on.length))
    : t('reconciliation.rules.answerSome', { ...counted(on.length), used: counted(used).number });
}

export function RulesPage() {
  const { t } = useTranslation();
  const may = useMay('reconcile');
  const { kept, error, load } = useRules();
  const answer = useAskedAgain(askFitting, onFitting);
  const fitting = answer?.rules ?? [];
  /** The rule in the dialog; `new` for one that is added. */
  const [open, setOpen] = useState<KeptBankRule | 'new' | null>(null);
  const noneFits = fitting.every(({ totals }) => countOf(totals) === 0);
  const headline = useHeadline(kept?.rules ?? [], answer && fitting);
  useEffect(() => void load(), [load]);
  const refresh = useCallback(() => void load(), [load]);
  useRefreshKey(refresh);
  return (
    <SubPage
      title={t('reconciliation.rules.title')}
      comparison="bank"
      back="/reconcile/bank/proposals"
      headline={headline}
      actions={
        <GuardedButton guard={may} leftSection={<IconPlus size={16} />} onClick={() => setOpen('new')}>
          {t('reconciliation.rules.add')}
        </GuardedButton>
      }
    >
      {error && <ErrorNotice error={error} onRetry={refresh} />}
      {kept === null && !error && <Skeleton height={240} m={24} radius={10} />}
      {kept?.rules.length === 0 && (
        <EmptyState
          icon={<IconFilterCog size={32} />}
          title={t('reconciliation.rules.emptyTitle')}
          text={t('reconciliation.rules.emptyText')}
        />
      )}
      {kept && kept.rules.length > 0 && (
        <div className="learnt-page">
          <p className="muted flush">{t('reconciliation.rules.about')}</p>
          <NotAllowed may={may} />
          <ul className="card learnt-rows">
            {kept.rules.map((rule, place) => (
              <Rule
                key={rule.ruleId}
                rule={rule}
                place={place + 1}
                totals={noneFits ? undefined : fitting.find(({ ruleId }) => ruleId === rule.ruleId)?.totals}
                onChange={() => setOpen(rule)}
              />
            ))}
          </ul>
        </div>
      )}
      {open && kept && (
        <RuleDialog
          changed={open === 'new' ? null : open}
          accounts={kept.accounts}
          currencies={kept.currencies}
          onClose={() => setOpen(null)}
        />
      )}
    </SubPage>
  );
}
