/** How a checkout stands, in one sentence: until when it can be paid, since when its amount is held, or when it ended unpaid. */
import { useTranslation } from 'react-i18next';
import type { CheckoutDetail } from '#shared/contract/checkouts.ts';
import { isFinalSession, paidSessionStatuses, type SessionStatus } from '#shared/domain/session.ts';
import { useLocale } from '../../app-store.ts';
import { formatDayTime, type Locale } from '../../i18n/format.ts';

type Said = { sentence: 'held' | 'unpaid' | 'open'; at: string };

/** The sentence for a state. Null for paid and for given back: the state says it, and the history says when. */
function sentenceOf(status: SessionStatus): Said['sentence'] | null {
  if (status === 'AUTHORIZED') return 'held';
  if (!isFinalSession({ kind: 'known', value: status })) return 'open';
  return paidSessionStatuses.some((paid) => paid === status) ? null : 'unpaid';
}

/** Null where nothing is known beyond the state itself. */
function saidOf({ checkout, history }: CheckoutDetail, locale: Locale): Said | null {
  if (checkout.status?.kind !== 'known') return null;
  const { value } = checkout.status;
  const sentence = sentenceOf(value);
  const ended = history.findLast((step) => step.status?.kind === 'known' && step.status.value === value);
  const moment = sentence === 'open' ? checkout.expireAt : ended?.at;
  if (sentence === null || moment?.kind !== 'instant') return null;
  return { sentence, at: formatDayTime(moment.atMs, locale) };
}

export function StorySentence({ detail }: { detail: CheckoutDetail }) {
  const { t } = useTranslation();
  const said = saidOf(detail, useLocale());
  if (said === null) return null;
  return (
    <p className="set-off flush">
      <strong>{t(`checkouts.story.${said.sentence}`, { at: said.at })}</strong>
    </p>
  );
}
