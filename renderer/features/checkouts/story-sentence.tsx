/** How a checkout stands, in one sentence: until when it can be paid, or how and when it ended. */
import { useTranslation } from 'react-i18next';
import type { CheckoutDetail } from '#shared/contract/checkouts.ts';
import { useLocale } from '../../app-store.ts';
import { formatDayTime, type Locale } from '../../i18n/format.ts';

type Said = { sentence: 'paid' | 'held' | 'unpaid' | 'open'; at: string };

const ENDED_UNPAID: readonly string[] = ['FAILED', 'EXPIRED', 'ABANDONED', 'REJECTED'];
const OPEN: readonly string[] = ['CREATED', 'OPENED', 'PENDING'];

/** Null where nothing is known beyond the state itself. */
function saidOf({ checkout, history }: CheckoutDetail, locale: Locale): Said | null {
  const status = checkout.status?.kind === 'known' ? checkout.status.value : '';
  const moment = OPEN.includes(status)
    ? checkout.expireAt
    : (history.findLast((step) => step.status?.kind === 'known' && step.status.value === status)?.at ?? null);
  if (moment?.kind !== 'instant') return null;
  const at = formatDayTime(moment.atMs, locale);
  if (OPEN.includes(status)) return { sentence: 'open', at };
  if (status === 'PAID') return { sentence: 'paid', at };
  if (status === 'AUTHORIZED') return { sentence: 'held', at };
  return ENDED_UNPAID.includes(status) ? { sentence: 'unpaid', at } : null;
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
