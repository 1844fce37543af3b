/** Attempts that got no answer: what they should have made may exist. A whole list shows whether it does, and a person decides. */
import { Button } from '@mantine/core';
import { IconQuestionMark } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attempt, Made } from '#shared/contract/making.ts';
import { isUnlisted, rightToMake, type Thing } from '#shared/domain/making.ts';
import { call, on } from '../../api/client.ts';
import { useAskedAgain } from '../../components/asked-again.ts';
import { useCanMoveMoney, useLocale, useNowMs, type MayMove } from '../../app-store.ts';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { orTell } from '../../components/tell-error.tsx';
import { formatMoney, formatTime } from '../../i18n/format.ts';
import { isolated } from '../../i18n/isolated.ts';

const small = { size: 'compact-xs', variant: 'subtle' } as const;
type PossibleProps = {
  attemptId: string;
  possible: NonNullable<Attempt['possible']>;
  guard: MayMove;
};

/** One that looks like the one of the attempt, for a person to say whether it is. */
function Possible({ attemptId, possible: { key, createdAtMs }, guard }: PossibleProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  return (
    <>
      <span>
        {createdAtMs === null
          ? t('making.attempt.possible')
          : t('making.attempt.possibleAt', { time: formatTime(createdAtMs, nowMs, locale) })}
      </span>
      <GuardedButton
        guard={guard}
        {...small}
        variant="light"
        onClick={() => void orTell(call('making.takePossible', { attemptId, key }))}
      >
        {t('making.attempt.take')}
      </GuardedButton>
    </>
  );
}

/** What was tried, by whom and when, and what a whole list said. */
function useWords({ what, name, amount, by, atMs, absentAtMs }: Attempt): string {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const called = isolated(name);
  const tried = t(`making.attempt.${what}`, {
    name: amount === null ? called : `${called}, ${formatMoney(amount, locale)}`,
    by,
    time: formatTime(atMs, nowMs, locale),
  });
  if (absentAtMs === null) return tried;
  return `${tried} ${t('making.attempt.absent', { time: formatTime(absentAtMs, nowMs, locale) })}`;
}

type AttemptProps = { attempt: Attempt; onMade: MadeIn };

/** What a person decides where no list of the gateway can be read: whether they found it there. */
function UnlistedChoice({ attempt: { attemptId, name }, guard }: { attempt: Attempt; guard: MayMove }) {
  const { t } = useTranslation();
  const said = { guard, ...small };
  return (
    <>
      <GuardedButton
        {...said}
        variant="light"
        onClick={() => void orTell(call('making.takePossible', { attemptId, key: name }))}
      >
        {t('making.attempt.isThere')}
      </GuardedButton>
      <GuardedButton
        {...said}
        color="gray"
        onClick={() => void orTell(call('making.dropAttempt', { attemptId }))}
      >
        {t('making.attempt.isNotThere')}
      </GuardedButton>
    </>
  );
}

/** A whole list is read first; then a person may make it again. */
function ListedChoice({ attempt, guard, onMade }: AttemptProps & { guard: MayMove }) {
  const { t } = useTranslation();
  const { attemptId, what, absentAtMs, possible } = attempt;
  const [busy, setBusy] = useState(false);
  const doing = async <T,>(act: Promise<T>): Promise<T> => {
    setBusy(true);
    return act.finally(() => setBusy(false));
  };
  const makeAgain = async () => {
    const made = await doing(orTell(call('making.makeAgain', { attemptId })));
    if (made?.kind === 'done') onMade(what, made);
  };
  return (
    <>
      {possible && <Possible attemptId={attemptId} possible={possible} guard={guard} />}
      {absentAtMs === null ? (
        <Button
          {...small}
          loading={busy}
          onClick={() => void doing(orTell(call('making.look', { attemptId })))}
        >
          {t('making.attempt.look')}
        </Button>
      ) : (
        <GuardedButton guard={guard} {...small} loading={busy} onClick={() => void makeAgain()}>
          {t('making.attempt.makeAgain')}
        </GuardedButton>
      )}
      <GuardedButton
        guard={guard}
        {...small}
        color="gray"
        onClick={() => void orTell(call('making.dropAttempt', { attemptId }))}
      >
        {t('making.attempt.drop')}
      </GuardedButton>
    </>
  );
}

function AttemptBanner({ attempt, onMade }: AttemptProps) {
  const guard = useCanMoveMoney(rightToMake(attempt.what));
  const text = useWords(attempt);
  return (
    <div className="banner" data-tone="unknown" role="status">
      <IconQuestionMark size={18} />
      <span>{text}</span>
      {isUnlisted(attempt.what) ? (
        <UnlistedChoice attempt={attempt} guard={guard} />
      ) : (
        <ListedChoice attempt={attempt} guard={guard} onMade={onMade} />
      )}
    </div>
  );
}

/** Told what was made when an attempt was sent again. */
type MadeIn = (what: Thing, made: Extract<Made, { kind: 'done' }>) => void;

const onChange = (again: () => void) => on('making.changed', again);

/** `whats`: a constant. */
export function Attempts({ whats, onMade }: { whats: readonly Thing[]; onMade: MadeIn }) {
  const ask = useCallback(() => call('making.attempts', { whats: [...whats] }), [whats]);
  const attempts = useAskedAgain(ask, onChange)?.attempts ?? [];
  return attempts.map((attempt) => (
    <AttemptBanner key={attempt.attemptId} attempt={attempt} onMade={onMade} />
  ));
}
