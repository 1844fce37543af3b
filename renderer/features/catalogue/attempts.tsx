/** Attempts that got no answer: what they should have made may exist. A whole list shows whether it does, and a person decides. */
import { Button } from '@mantine/core';
import { IconQuestionMark } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CatalogueAttempt } from '#shared/contract/catalogue.ts';
import { call, on, toldElsewhere } from '../../api/client.ts';
import { useCanMoveMoney, useLocale, useNowMs } from '../../app-store.ts';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { orTell } from '../../components/tell-error.tsx';
import { formatTime } from '../../i18n/format.ts';

function Attempt({
  attempt: { attemptId, what, name, by, atMs, absentAtMs },
}: {
  attempt: CatalogueAttempt;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const guard = useCanMoveMoney('catalogue');
  const [busy, setBusy] = useState(false);
  const doing = (act: Promise<unknown>) => {
    setBusy(true);
    void act.finally(() => setBusy(false));
  };
  const words = { name: `\u2068${name}\u2069`, by, time: formatTime(atMs, nowMs, locale) };
  return (
    <div className="banner" data-tone="unknown" role="status">
      <IconQuestionMark size={18} />
      <span>
        {t(`catalogue.attempt.${what}`, words)}{' '}
        {absentAtMs !== null &&
          t('catalogue.attempt.absent', { time: formatTime(absentAtMs, nowMs, locale) })}
      </span>
      {absentAtMs === null ? (
        <Button
          size="compact-xs"
          variant="subtle"
          loading={busy}
          onClick={() => doing(orTell(call('catalogue.look', { attemptId })))}
        >
          {t('catalogue.attempt.look')}
        </Button>
      ) : (
        <GuardedButton
          guard={guard}
          size="compact-xs"
          variant="subtle"
          loading={busy}
          onClick={() => doing(orTell(call('catalogue.makeAgain', { attemptId })))}
        >
          {t('catalogue.attempt.makeAgain')}
        </GuardedButton>
      )}
      <GuardedButton
        guard={guard}
        size="compact-xs"
        variant="subtle"
        color="gray"
        onClick={() => void orTell(call('catalogue.dropAttempt', { attemptId }))}
      >
        {t('catalogue.attempt.drop')}
      </GuardedButton>
    </div>
  );
}

export function CatalogueAttempts() {
  const [attempts, setAttempts] = useState<readonly CatalogueAttempt[]>([]);
  useEffect(() => {
    const load = () =>
      void toldElsewhere(call('catalogue.attempts', {}), 'the list').then((answer) =>
        setAttempts(answer?.attempts ?? []),
      );
    load();
    return on('catalogue.attemptsChanged', load);
  }, []);
  return attempts.map((attempt) => <Attempt key={attempt.attemptId} attempt={attempt} />);
}
