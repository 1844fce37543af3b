/** Attempts that got no answer, whose checkouts may exist. A whole list shows whether they do, and a person decides. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CheckoutAttempt, MadeCheckout } from '#shared/contract/checkouts.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { useCanMoveMoney, useLocale, useNowMs } from '../../app-store.ts';
import { AttemptBanner } from '../../components/attempt-banner.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { orTell } from '../../components/tell-error.tsx';
import { formatMoney, formatTime } from '../../i18n/format.ts';
import { useCheckouts } from './store.ts';

type AttemptProps = {
  attempt: CheckoutAttempt;
  onMade: (made: MadeCheckout) => void;
  onError: (error: AppError) => void;
};

type PossibleProps = { attemptId: string; possible: NonNullable<CheckoutAttempt['possible']> };

/** A checkout that looks like the one of the attempt, for a person to say whether it is. */
function Possible({ attemptId, possible: { key, createdAtMs } }: PossibleProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const guard = useCanMoveMoney('bill');
  return (
    <>
      <span>
        {createdAtMs === null
          ? t('checkouts.attempt.possible')
          : t('checkouts.attempt.possibleAt', { time: formatTime(createdAtMs, nowMs, locale) })}
      </span>
      <GuardedButton
        guard={guard}
        size="compact-xs"
        variant="light"
        onClick={() => void orTell(call('checkouts.takePossible', { attemptId, key }))}
      >
        {t('checkouts.attempt.take')}
      </GuardedButton>
    </>
  );
}

function Attempt({ attempt, onMade, onError }: AttemptProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const guard = useCanMoveMoney('bill');
  const { isReading, refresh } = useCheckouts();
  const [busy, setBusy] = useState(false);
  const { attemptId, absentAtMs, possible } = attempt;
  const words = {
    order: `\u2068${attempt.order}\u2069`,
    amount: formatMoney(attempt.amount, locale),
    by: attempt.by,
    time: formatTime(attempt.atMs, nowMs, locale),
  };
  const makeAgain = async () => {
    setBusy(true);
    const answer = await call('checkouts.makeAgain', { attemptId });
    setBusy(false);
    if (answer.ok) onMade(answer.value);
    else onError(answer.error);
  };
  const absent =
    absentAtMs !== null && t('checkouts.attempt.absent', { time: formatTime(absentAtMs, nowMs, locale) });
  return (
    <AttemptBanner
      text={[t('checkouts.attempt.notKnown', words), absent].filter(Boolean).join(' ')}
      isAbsent={absentAtMs !== null}
      busy={absentAtMs === null ? isReading : busy}
      guard={guard}
      words={{
        look: t('checkouts.attempt.look'),
        makeAgain: t('checkouts.attempt.makeAgain'),
        drop: t('checkouts.attempt.drop'),
      }}
      onLook={() => void refresh(true)}
      onMakeAgain={() => void makeAgain()}
      onDrop={() => void orTell(call('checkouts.dropAttempt', { attemptId }))}
    >
      {possible && <Possible attemptId={attemptId} possible={possible} />}
    </AttemptBanner>
  );
}

export function Attempts(props: Omit<AttemptProps, 'attempt'>) {
  const attempts = useCheckouts((state) => state.summary?.attempts ?? null);
  return attempts?.map((attempt) => <Attempt key={attempt.attemptId} attempt={attempt} {...props} />);
}
