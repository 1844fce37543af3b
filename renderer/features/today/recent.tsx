/** The last five things that happened on this PC. */
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useEventDetail, useEventSubject } from '../../components/event-subject.ts';
import { actionText } from '../../components/event-texts.ts';
import { IdText } from '../../components/id-text.tsx';
import { TotalsText } from '../../components/money-text.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { OperationStateChip } from '../operations/index.tsx';
import type { Today } from './store.ts';

type Event = Today['recent'][number];

function What({ event }: { event: Event }) {
  const { t } = useTranslation();
  const subjectOf = useEventSubject();
  const detailOf = useEventDetail();
  switch (event.kind) {
    case 'operation':
      return (
        <>
          <Anchor component={Link} href={`/operations/${event.opId}`} size="sm">
            {t(`operations.kind.${event.movement}`)}
          </Anchor>{' '}
          {event.terminalLabel !== null ? (
            <bdi>{event.terminalLabel}</bdi>
          ) : (
            event.terminalId !== null && <IdText value={event.terminalId} />
          )}
        </>
      );
    case 'record': {
      const { name, isId } = subjectOf(event);
      const about = [isId ? null : name, detailOf(event)].filter((part) => part !== null);
      return (
        <span>
          {actionText(t, event.action)}{' '}
          {about.map((part) => (
            <bdi key={part} className="muted before-text">
              {part}
            </bdi>
          ))}
        </span>
      );
    }
  }
}

export function Recent({ events }: { events: Event[] }) {
  const { t } = useTranslation();
  return (
    <section className="card" aria-labelledby="today-recent">
      <h2 id="today-recent" className="today-heading">
        {t('today.recent.title')}
      </h2>
      {events.length === 0 ? (
        <p className="muted">{t('today.recent.none')}</p>
      ) : (
        <ul className="plain-list recent">
          {events.map((event) => (
            <li key={event.kind === 'operation' ? event.opId : event.seq}>
              <span className="muted recent-time">
                <TimeText atMs={event.atMs} />
              </span>
              <span data-alone={event.kind === 'record' || undefined}>
                <What event={event} />
              </span>
              {event.kind === 'operation' && (
                <>
                  <span className="number-cell">
                    <TotalsText totals={event.totals} movement={event.movement} />
                  </span>
                  <OperationStateChip state={event.state} movement={event.movement} />
                </>
              )}
              <span className="muted">{event.actor}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
