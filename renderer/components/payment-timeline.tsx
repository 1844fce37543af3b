/** Everything that is known of one payment on one line of time, and what is not on it, with the cause. */
import { Anchor } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { PaymentDetail } from '#shared/contract/payments.ts';
import type { TimelineEntry } from '#shared/contract/timeline.ts';
import { sameMoney } from '#shared/money/money.ts';
import { useLocale } from '../app-store.ts';
import { formatCount, formatDate, formatList } from '../i18n/format.ts';
import { bridgePath } from './bridge-path.ts';
import { IdText } from './id-text.tsx';
import { MoneyText } from './money-text.tsx';
import { GatewayTimeText } from './time-text.tsx';

/** What happened, in words; a word of the gateway that is not known here stands as it came. */
function wordOf({ what, word, kind, state }: TimelineEntry, t: TFunction): string {
  const said = word ?? '—';
  switch (what) {
    case 'transaction':
      return t(`payments.word.${word}`, { defaultValue: said });
    case 'operation':
      return `${t(`operations.kind.${kind}`)}: ${t(`operations.state.${state}`)}`;
    case 'checkout':
      return t('payments.what.checkout', { state: t(`checkouts.status.${word}`, { defaultValue: said }) });
    case 'delivery':
      return t('payments.what.delivery', { event: t(`payments.word.${word}`, { defaultValue: said }) });
    case 'approval':
      return `${t(`payments.approval.${word}`)}: ${t(`operations.kind.${kind}`)}`;
    case 'z':
      return t('payments.what.z', { number: said });
    case 'early':
      return t(`payments.early.${word}`);
    case 'deposit':
      return t(`payments.deposit.${word}`);
    case 'terminal-row':
    case 'settled':
      return t(`payments.what.${what}`);
  }
}

function hrefOf({ what, id, opId, terminalId, windowId, pc }: TimelineEntry): string | null {
  switch (what) {
    case 'operation':
      return `/operations/${id}`;
    case 'approval':
      return opId && `/operations/${opId}`;
    case 'checkout':
      return `/payments/checkouts/${id}`;
    case 'z':
      // Nothing can be done here to a day of another PC.
      return pc ? null : `/close/day/${id}`;
    case 'early':
      return opId === null ? `/instant/request/${encodeURIComponent(id)}` : `/operations/${opId}`;
    case 'terminal-row':
      return terminalId && `/terminals/${encodeURIComponent(terminalId)}`;
    case 'settled':
    case 'deposit':
      return windowId && bridgePath(windowId);
    case 'transaction':
    case 'delivery':
      return null;
  }
}

/** Who says so: this computer, the bank's statement, or the gateway. */
function sourceOf({ what, word }: TimelineEntry): 'here' | 'bank' | 'gateway' {
  if (what === 'deposit') return word === 'entered' ? 'here' : 'bank';
  return what === 'operation' || what === 'approval' || what === 'z' ? 'here' : 'gateway';
}

/** What became of it where that is not plain: a transaction that failed, a delivery and how often it was tried. */
function StatusText({ entry: { what, status, attempts } }: { entry: TimelineEntry }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (status === null || status === 'SUCCESS') return null;
  if (what !== 'delivery') return <>({status})</>;
  return (
    <>
      {t(`payments.delivery.${status}`, { defaultValue: status })}
      {attempts !== null &&
        attempts > 1 &&
        ` · ${t('payments.attempts', { number: formatCount(attempts, locale) })}`}
    </>
  );
}

/** A checkout's key and a row's place mean nothing to a person. */
const hasShownId = ({ what }: TimelineEntry) =>
  !['checkout', 'approval', 'z', 'deposit', 'terminal-row'].includes(what);

type EntryProps = {
  entry: TimelineEntry;
  /** The step before led to the same place, found in the same way. */
  again: boolean;
  /** The step before was of the same amount. */
  sameAmount: boolean;
};

function Entry({ entry, again, sameAmount }: EntryProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const href = hrefOf(entry);
  const isDay = entry.what === 'deposit' && entry.at?.kind === 'text';
  return (
    <li data-by={entry.by} data-what={entry.what}>
      <strong>{wordOf(entry, t)}</strong> <StatusText entry={entry} />{' '}
      {entry.amount && !sameAmount && <MoneyText value={entry.amount} />}
      <div className="muted size-13">
        {isDay ? (
          formatDate(entry.at?.raw ?? '', 'short', locale)
        ) : (
          <GatewayTimeText value={entry.at} />
        )} ·{' '}
        {entry.pc ? <bdi>{entry.pc.name}</bdi> : t(`payments.source.${sourceOf(entry)}`)}
        {entry.actor !== null && (
          <>
            {' · '}
            <bdi>{entry.actor}</bdi>
          </>
        )}
        {entry.isGone && ` · ${t('payments.gone')}`}
        {!again && entry.by === 'reference' && ` · ${t('payments.byReference')}`}
      </div>
      {hasShownId(entry) && (
        <div className="size-13">
          {entry.what === 'transaction' && (
            <span className="muted">{t('settlement.column.transactionId')} </span>
          )}
          <IdText value={entry.id} />
        </div>
      )}
      {!again && href !== null && (
        <div>
          <Anchor component={Link} href={href} size="sm">
            {t(`payments.openWhat.${entry.what}`)}
          </Anchor>
        </div>
      )}
    </li>
  );
}

function isAgain(entry: TimelineEntry, before: TimelineEntry | undefined): boolean {
  const href = hrefOf(entry);
  return before !== undefined && href !== null && href === hrefOf(before) && entry.by === before.by;
}

const isSameAmount = ({ amount }: TimelineEntry, before: TimelineEntry | undefined): boolean =>
  amount !== null && !!before?.amount && sameMoney(amount, before.amount);

export function PaymentTimeline({ timeline, missing }: Pick<PaymentDetail, 'timeline' | 'missing'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <>
      <ol className="story">
        {timeline.map((entry, place) => (
          <Entry
            key={`${entry.what} ${entry.id} ${place}`}
            entry={entry}
            again={isAgain(entry, timeline[place - 1])}
            sameAmount={isSameAmount(entry, timeline[place - 1])}
          />
        ))}
      </ol>
      {missing.length > 0 && (
        <details className="folded" data-testid="not-on-the-line">
          <summary>
            {t('payments.notOnTheLine', {
              names: formatList(
                missing.map(({ what }) => t(`payments.missingName.${what}`)),
                locale,
              ),
            })}
          </summary>
          <ul className="plain-list stack-8 muted size-13">
            {missing.map(({ what, why }) => (
              <li key={what}>{t(`payments.missing.${what}.${why}`)}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
