/** Attempts that got no answer: what they should have made may exist. A whole list shows whether it does, and a person decides. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CatalogueAttempt } from '#shared/contract/catalogue.ts';
import { call, on, toldElsewhere } from '../../api/client.ts';
import { useCanMoveMoney, useLocale, useNowMs } from '../../app-store.ts';
import { AttemptBanner } from '../../components/attempt-banner.tsx';
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
  const absent =
    absentAtMs !== null && t('catalogue.attempt.absent', { time: formatTime(absentAtMs, nowMs, locale) });
  return (
    <AttemptBanner
      text={[t(`catalogue.attempt.${what}`, words), absent].filter(Boolean).join(' ')}
      isAbsent={absentAtMs !== null}
      busy={busy}
      guard={guard}
      words={{
        look: t('catalogue.attempt.look'),
        makeAgain: t('catalogue.attempt.makeAgain'),
        drop: t('catalogue.attempt.drop'),
      }}
      onLook={() => doing(orTell(call('catalogue.look', { attemptId })))}
      onMakeAgain={() => doing(orTell(call('catalogue.makeAgain', { attemptId })))}
      onDrop={() => void orTell(call('catalogue.dropAttempt', { attemptId }))}
    />
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
