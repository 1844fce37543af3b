/** What happened to an operation: the steps that matter to a person, and every one of them below. */
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { TimeText } from '../../components/time-text.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import type { Detail } from './operation-acts.tsx';
import { stepsOf, type Step } from './story-steps.ts';

/** It went on although head office could not be asked. */
const isUnclaimed = (claim: unknown): boolean => claim === 'own-terminal' || claim === 'policy';

type StepsProps = {
  steps: readonly Step[];
  operation: Detail['operation'];
  /** Each with its day and second. */
  exact?: boolean;
};

/** A movement's own words for an event, where the kind matters; a result that is not known here proves nothing. */
function Steps({ steps, operation: { kind, actor }, exact = false }: StepsProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  return (
    <ol className="story">
      {steps.map(({ event, times }) => (
        <li key={event.seq}>
          {t(`operations.event.${event.code}`, { actor, ...event.params, context: kind })}
          {event.code === 'read' && (
            <>
              {' '}
              {t([`operations.readResult.${event.params['result']}`, 'operations.readResult.inconclusive'])}
            </>
          )}
          {isUnclaimed(event.params['claim']) && <> {t(`operations.unclaimed.${event.params['claim']}`)}</>}
          <div className="muted size-12">
            {times > 1 && `${t('operations.times', counted(times))} `}
            {exact ? <bdi>{formatDateTime(event.atMs, locale)}</bdi> : <TimeText atMs={event.atMs} />}
          </div>
        </li>
      ))}
    </ol>
  );
}

export function Story({ detail: { events, operation } }: { detail: Detail }) {
  const { t } = useTranslation();
  const steps = stepsOf(events);
  return (
    <section className="stack-8">
      <h3 className="drawer-heading">{t('operations.story')}</h3>
      <Steps steps={steps} operation={operation} />
      {events.length > steps.length && (
        <details className="folded">
          <summary>{t('operations.everyStep')}</summary>
          <Steps steps={events.map((event) => ({ event, times: 1 }))} operation={operation} exact />
        </details>
      )}
    </section>
  );
}
