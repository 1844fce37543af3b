/** One item of one side: its facts, and the way to the page that has it. */
import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ReconcileItem } from '#shared/contract/reconciliation-items.ts';
import type { Comparison } from '#shared/domain/reconciliation.ts';
import { sumByCurrency } from '#shared/money/money.ts';
import { useLocale } from '../../app-store.ts';
import { ZName } from '../../components/close-texts.tsx';
import { sideText } from '../../components/exception-texts.tsx';
import { FactRow } from '../../components/fact.tsx';
import { IdText } from '../../components/id-text.tsx';
import { placesOf } from '../../components/item-places.ts';
import { MoneyList, MoneyText } from '../../components/money-text.tsx';
import { formatDate } from '../../i18n/format.ts';
import { OtherDayDrawer } from '../closing/index.tsx';
import { narrowSettledTo } from '../settlement/index.tsx';
import { useItemText } from './item-text.ts';

/** The day as its PC closed it: nothing can be done to it here. */
function DayOfOther({ closingId, pc }: { closingId: string; pc: { id: string; name: string } }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <span className="reconcile-places">
      <Anchor component="button" type="button" size="sm" onClick={() => setOpen(true)}>
        {t('reconciliation.place.day')}
      </Anchor>
      {isOpen && (
        <OtherDayDrawer pc={pc.id} pcName={pc.name} closingId={closingId} onClose={() => setOpen(false)} />
      )}
    </span>
  );
}

function ItemPlaces({ item }: { item: ReconcileItem }) {
  const { t } = useTranslation();
  const { source } = item;
  if (source.kind === 'closed' && source.pc)
    return <DayOfOther closingId={source.closingId} pc={source.pc} />;
  return (
    <span className="reconcile-places">
      {placesOf(item).map(({ href, key, search }) => (
        <Anchor
          key={key}
          component={Link}
          href={href}
          size="sm"
          onClick={() => {
            if (search !== undefined) narrowSettledTo(search);
          }}
        >
          {t(`reconciliation.place.${key}`)}
        </Anchor>
      ))}
    </span>
  );
}

const IdFact = ({ label, id }: { label: string; id: string | null }) =>
  id !== null && (
    <FactRow name={label}>
      <IdText value={id} copyable />
    </FactRow>
  );

function Facts({ item, dated }: { item: ReconcileItem; dated: boolean }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const itemText = useItemText();
  const { orderId, reference, date, branchName, terminalId, source } = item;
  const text = itemText(item);
  return (
    <dl className="facts">
      <IdFact label={t('terminals.column.order')} id={orderId} />
      {source.kind !== 'early' && (
        <IdFact
          label={t(
            // An RRN belongs to a card terminal; a line of the bank and what it pays have the bank's reference.
            source.kind === 'line' || source.kind === 'window'
              ? 'bridge.deposit.reference'
              : 'terminals.column.reference',
          )}
          id={reference}
        />
      )}
      {source.kind === 'line' && reference === null && (
        <FactRow name={t('bridge.deposit.reference')}>
          <span className="muted">{t('reconciliation.noReference')}</span>
        </FactRow>
      )}
      {source.kind === 'window' && <IdFact label={t('settlement.column.window')} id={source.windowId} />}
      {source.kind === 'early' && <IdFact label={t('reconciliation.early')} id={source.requestId} />}
      {dated && date !== null && (
        <FactRow name={t('reconciliation.column.date')}>{formatDate(date, 'dated', locale)}</FactRow>
      )}
      {source.kind === 'closed' && source.zNumber !== null && (
        <FactRow name={t('closing.history.number')}>
          <ZName number={source.zNumber} />
        </FactRow>
      )}
      {source.kind === 'closed' && source.pc && (
        <FactRow name={t('activity.column.pc')}>
          <bdi>{source.pc.name}</bdi>
        </FactRow>
      )}
      {branchName !== null && (
        <FactRow name={t('terminals.column.branch')}>
          <bdi>{branchName}</bdi>
        </FactRow>
      )}
      {terminalId !== null && (
        <FactRow name={t('terminals.column.terminalId')}>
          <IdText value={terminalId} />
        </FactRow>
      )}
      {text !== '' && (
        <FactRow
          name={t(source.kind === 'line' ? 'reconciliation.column.text' : 'terminals.column.paymentType')}
        >
          <bdi>{text}</bdi>
        </FactRow>
      )}
    </dl>
  );
}

type SideProps = {
  side: 'ours' | 'theirs';
  comparison: Comparison;
  /** None: what the other side has, this one has not. */
  items: ReconcileItem[];
  /** The items of the other side. A side without items shows 0.00 in their currencies. */
  other?: readonly ReconcileItem[];
};

export function SideFacts({ side, comparison, items, other = [] }: SideProps) {
  const { t } = useTranslation();
  const name = sideText(t, side, comparison);
  const locale = useLocale();
  const sums = sumByCurrency(items.map(({ amount }) => amount));
  // The sum stands beside the name of its side, and what several add to it under one another.
  const only = items.length === 1 ? items[0] : undefined;
  const isBothWays =
    comparison === 'bank' &&
    side === 'theirs' &&
    items.some(({ amount }) => amount.minor < 0n) &&
    items.some(({ amount }) => amount.minor > 0n);
  return (
    <section className="reconcile-side" aria-label={name}>
      <div className="reconcile-side-head">
        <h3>{name}</h3>
        {items.length === 0 ? (
          <span className="muted">
            <MoneyList
              values={sumByCurrency(other.map(({ amount }) => ({ ...amount, minor: 0n })))}
              size={16}
            />
          </span>
        ) : (
          <MoneyList values={sums} strong size={16} />
        )}
      </div>
      {items.map((item) => (
        <div key={item.itemId} className="stack-8 reconcile-item">
          {!only && (
            <div className="reconcile-side-head">
              <span>
                {isBothWays &&
                  `${t(item.amount.minor < 0n ? 'reconciliation.takenBack' : 'reconciliation.cameIn')} · `}
                {item.date === null ? '' : formatDate(item.date, 'dated', locale)}
              </span>
              <MoneyText value={item.amount} signed={item.amount.minor < 0n} />
            </div>
          )}
          <Facts item={item} dated={only !== undefined} />
          <ItemPlaces item={item} />
        </div>
      ))}
    </section>
  );
}
