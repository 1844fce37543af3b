/** The headline of a kept list: what is still open, or how many rows there are. With a filter: how many rows fit it. */
import { IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isListed, type KeptListName } from '#shared/domain/kept-lists.ts';
import type { KeptTab } from '#shared/domain/kept-tabs.ts';
import { sumByCurrency, type Money } from '#shared/money/money.ts';
import { shownText } from '#shared/text/shown-text.ts';
import { useLocale, useNowMs } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { AsOf } from '../../components/page.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { currencyLabel, formatAmounts, formatShortDay } from '../../i18n/format.ts';
import { WebhookRoom } from '../webhooks/index.tsx';
import { FeesCost, MethodsCost, useFeesNamed, useMethodsNamed } from './method-fees.tsx';
import { isNarrowed, useKept } from './store.ts';
import { textIn } from './text-in.ts';
import { isolated } from '../../i18n/isolated.ts';

type Summary = NonNullable<ReturnType<typeof useKept>['summary']>;

/** Bills that a customer can still pay. */
const OWED: readonly string[] = ['UNPAID', 'OVERDUE'];
/** The state that is counted instead of all rows. */
const COUNTED: { readonly [N in KeptListName]?: string } = {
  discounts: 'ACTIVE',
  webhooks: 'active',
  deliveries: 'delivered',
};
const isBills = (name: KeptListName): name is 'links' | 'invoices' => name === 'links' || name === 'invoices';

const sumsIn = (states: Summary['states']): Money[] => sumByCurrency(states.flatMap(({ sums }) => sums));

/** Amounts in a sentence. */
function useSaid(): (sums: readonly Money[]) => string {
  const locale = useLocale();
  return (sums) => formatAmounts(sums, locale);
}

/** The day on which the oldest overdue bill was due. Null while not all rows are loaded. */
function useOverdueSince(name: 'links' | 'invoices'): string | null {
  const locale = useLocale();
  const nowMs = useNowMs();
  const { rows, summary } = useKept(name);
  if (rows === null || rows.length !== summary?.count) return null;
  const first = Math.min(
    ...rows.flatMap(({ isGone, cells: { paymentState, due } }) => {
      const isLate = !isGone && paymentState?.is === 'text' && paymentState.text === 'OVERDUE';
      return isLate && due?.is === 'time' && due.at.kind === 'instant' ? [due.at.atMs] : [];
    }),
  );
  return Number.isFinite(first) ? formatShortDay(first, nowMs, locale) : null;
}

/** What is still to be paid of bills, and how much of it is late. */
function Owed({ name, states }: { name: 'links' | 'invoices'; states: Summary['states'] }) {
  const { t } = useTranslation();
  const said = useSaid();
  const counted = useCounted();
  const owed = states.filter(({ word }) => OWED.includes(word));
  const overdue = owed.filter(({ word, count }) => word === 'OVERDUE' && count > 0);
  const since = useOverdueSince(name);
  const count = owed.reduce((sum, state) => sum + state.count, 0);
  if (count === 0) return <span>{t('kept.owed.none')}</span>;
  return (
    <>
      <span>{t(`kept.owed.${name}`, { ...counted(count), sum: said(sumsIn(owed)) })}</span>
      {overdue.length > 0 && (
        <StateChip
          tone="late"
          icon={<IconClock size={14} />}
          label={
            since === null
              ? t('kept.overdue', { sum: said(sumsIn(overdue)) })
              : t('kept.overdueSince', {
                  ...counted(overdue.reduce((sum, state) => sum + state.count, 0)),
                  sum: said(sumsIn(overdue)),
                  day: since,
                })
          }
        />
      )}
    </>
  );
}

function Counted({ name, summary: { count, states, sums } }: { name: KeptListName; summary: Summary }) {
  const { t } = useTranslation();
  const said = useSaid();
  const counted = useCounted();
  const word = COUNTED[name];
  const wanted = word === undefined ? count : (states.find((state) => state.word === word)?.count ?? 0);
  const words = { ...counted(wanted), total: counted(count).number, sum: said(sums) };
  const failed = states.find((state) => state.word === 'failed')?.count ?? 0;
  // What did not arrive is the news.
  if (name === 'deliveries' && failed > 0)
    return <span>{t('kept.undelivered', { ...counted(failed), total: counted(count).number })}</span>;
  return <span>{t(`kept.counted.${name}`, words)}</span>;
}

/** The batch of all bills. Null if there are several batches, or while not all rows are loaded. */
function useOnlyBatch(): string | null {
  const { rows, summary } = useKept('bulk');
  if (rows === null || rows.length !== summary?.count) return null;
  const batches = new Set(rows.map((row) => textIn(row, 'batch')));
  const [only = null] = batches;
  return batches.size === 1 ? only : null;
}

function InBatch({ batch, summary: { count, sums } }: { batch: string; summary: Summary }) {
  const { t } = useTranslation();
  const said = useSaid();
  const counted = useCounted();
  return <span>{t('kept.inBatch', { ...counted(count), batch: isolated(batch), sum: said(sums) })}</span>;
}

/** The one sentence that a list is opened for. */
function Answer({ name, summary }: { name: KeptListName; summary: Summary }) {
  const { t } = useTranslation();
  const batch = useOnlyBatch();
  const fees = useFeesNamed();
  const methods = useMethodsNamed();
  if (isBills(name)) return <Owed name={name} states={summary.states} />;
  if (name === 'bulk' && batch !== null) return <InBatch batch={batch} summary={summary} />;
  if (name === 'merchant-fees' && fees !== null) return <span>{t('kept.named.fees', { fees })}</span>;
  if (name === 'allowed-methods' && methods !== null)
    return <span>{t('kept.named.methods', { methods })}</span>;
  return <Counted name={name} summary={summary} />;
}

/** When the first of the discounts that run ends; nothing while not all of them are here. */
function NextEnd() {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const { rows, summary } = useKept('discounts');
  if (rows === null || rows.length !== summary?.count) return null;
  const [first, ...others] = rows
    .flatMap(({ isGone, cells: { discount, discountState, validUntil } }) => {
      const runs = !isGone && discountState?.is === 'text' && discountState.text === 'ACTIVE';
      if (!runs || validUntil?.is !== 'time' || validUntil.at.kind !== 'instant') return [];
      return [{ atMs: validUntil.at.atMs, name: discount?.is === 'text' ? shownText(discount.text) : '' }];
    })
    .sort((one, other) => one.atMs - other.atMs);
  if (!first) return null;
  const words = { day: formatShortDay(first.atMs, nowMs, locale), name: isolated(first.name) };
  return <span>{t(others.length === 0 ? 'kept.nextEnd.one' : 'kept.nextEnd.several', words)}</span>;
}

/** What the sentence before it says already, or everybody knows, is said of an empty list alone. */
const SAID_OF_NONE: readonly KeptListName[] = ['links', 'invoices', 'products', 'categories', 'customers'];

const VIRTUAL = /^([A-Z]{3})_VIRTUAL$/;
/** A currency that only the gateway has is explained where its sum stands. */
function Virtual({ sums }: { sums: readonly Money[] }) {
  const { t } = useTranslation();
  const { language } = useLocale();
  const [first] = sums.flatMap(({ currency }) => {
    const [, of] = VIRTUAL.exec(currency) ?? [];
    return of === undefined ? [] : [{ of, currency: currencyLabel(currency, language) }];
  });
  return first && t('kept.virtual', first);
}

/** Beside the answer: what the rows are as old as, and what has to be known of them. */
function Beside({ name, tab, summary }: { name: KeptListName; tab: KeptTab; summary: Summary }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const fees = useFeesNamed();
  if (summary.unreadable > 0) return t('kept.unreadable', counted(summary.unreadable));
  if (name === 'merchant-fees') return fees === null && <FeesCost />;
  if (name === 'allowed-methods') return <MethodsCost />;
  if (name === 'links' && summary.count > 0) return <Virtual sums={summary.sums} />;
  return (summary.count === 0 || !SAID_OF_NONE.includes(name)) && t(`kept.about.${tab}`);
}

export function Headline({ name, tab }: { name: KeptListName; tab: KeptTab }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { filter, summary } = useKept(name);
  if (!summary || summary.read.readAtMs === null) return t(`kept.about.${tab}`);
  return (
    <>
      {isNarrowed(filter) ? (
        <span>{t('kept.found', counted(summary.count))}</span>
      ) : (
        <Answer name={name} summary={summary} />
      )}
      {name === 'discounts' && !isNarrowed(filter) && <NextEnd />}
      <span className="muted">
        {!isListed(name) && (
          <>
            <AsOf readAtMs={summary.read.readAtMs} /> ·{' '}
          </>
        )}
        <Beside name={name} tab={tab} summary={summary} /> {name === 'webhooks' && <WebhookRoom />}
      </span>
    </>
  );
}
