/** How much is wanted early; a limit it would break is said while it is typed, with the amount that keeps to it. */
import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import { toDecimal } from '#shared/money/money.ts';
import { useCanMoveMoney, useLocale } from '../../app-store.ts';
import { groupedAmount } from '../../components/grouped-amount.ts';
import { currencyLabel, formatMoney } from '../../i18n/format.ts';
import { Limits } from './head.tsx';
import { useInstant } from './store.ts';
import { targetProblem, type TargetProblem } from './unavailable.ts';

/** What would be typed instead. */
const insteadOf = (problem: TargetProblem | null) =>
  problem?.what === 'over-limit'
    ? problem.broken.limit
    : problem?.what === 'more-than-eligible'
      ? problem.eligible
      : null;

/** What is wrong with the amount, in words; null if nothing is. */
function useProblemText(problem: TargetProblem | null): string | null {
  const { t } = useTranslation();
  const locale = useLocale();
  if (problem === null) return null;
  switch (problem.what) {
    case 'not-understood':
      return t('instantSettlement.typed.notUnderstood');
    case 'over-limit':
      return t(`instantSettlement.typed.over.${problem.broken.which}`, {
        limit: formatMoney(problem.broken.limit, locale),
      });
    case 'more-than-eligible':
      return t('instantSettlement.typed.moreThanEligible', {
        eligible: formatMoney(problem.eligible, locale),
      });
  }
}

export function TargetForm({ overview }: { overview: OutputOf<'instantSettlement.overview'> }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const mayMove = useCanMoveMoney();
  const { target, busy, setTarget, suggest, slots } = useInstant();
  const currency = overview.eligibleTotals[0]?.currency;
  const problem = targetProblem(target, overview);
  const problemText = useProblemText(problem);
  const instead = insteadOf(problem);
  /** Offers are cleared with every change: what is grouped already stays as it is. */
  const group = () => {
    const grouped = currency === undefined ? target : groupedAmount(target, currency, locale);
    if (grouped !== target) setTarget(grouped);
  };
  // More than there is still has an offer just below it; a limit has none.
  const blocked = problem !== null && problem.what !== 'more-than-eligible';
  return (
    <form
      className="instant-form"
      onSubmit={(event) => {
        event.preventDefault();
        group();
        if (!blocked && mayMove.allowed) void suggest();
      }}
    >
      <TextInput
        label={t('instantSettlement.target')}
        size="md"
        w={260}
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        error={blocked}
        aria-describedby="instant-typed"
        value={target}
        leftSection={
          <bdi className="muted">{currency !== undefined && currencyLabel(currency, locale.language)}</bdi>
        }
        leftSectionWidth={52}
        onChange={(event) => setTarget(event.currentTarget.value)}
        onBlur={group}
      />
      <Button
        type="submit"
        size="md"
        // Once there are offers, taking one is the act in the accent's colour.
        variant={slots.length > 0 ? 'default' : 'filled'}
        loading={busy}
        disabled={target.trim() === '' || blocked || !mayMove.allowed}
      >
        {t('instantSettlement.showOffers')}
      </Button>
      <Limits overview={overview} />
      {!mayMove.allowed && <span className="muted">{mayMove.reason}</span>}
      <div id="instant-typed" className="instant-typed" data-tone={blocked ? 'bad' : undefined} role="status">
        {problemText}
        {instead && (
          <Button size="compact-sm" variant="default" onClick={() => setTarget(toDecimal(instead))}>
            {t('instantSettlement.typed.use', { amount: formatMoney(instead, locale) })}
          </Button>
        )}
      </div>
    </form>
  );
}
