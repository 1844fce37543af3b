/** What is another than in the offer that was looked at before. */
import { IconArrowsExchange } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Offer } from '#shared/contract/instant-settlement.ts';
import { sameMoney, type Money } from '#shared/money/money.ts';
import { useCounted } from '../../components/counted.ts';
import { useLocale } from '../../app-store.ts';
import { formatCount, formatDay, formatMoney } from '../../i18n/format.ts';

type Change = { what: 'count' | 'total' | 'cost' | 'receive' | 'free'; was: string; is: string };

function useChanges(before: Offer, after: Offer): Change[] {
  const locale = useLocale();
  const found: Change[] = [];
  const compare = (what: Change['what'], was: string, is: string) => {
    if (was !== is) found.push({ what, was, is });
  };
  const money = (what: Change['what'], was: Money, is: Money) => {
    if (!sameMoney(was, is)) found.push({ what, was: formatMoney(was, locale), is: formatMoney(is, locale) });
  };
  const day = ({ freeOn }: Offer) => (freeOn?.kind === 'instant' ? formatDay(freeOn.atMs, locale) : '—');
  compare('count', formatCount(before.count, locale), formatCount(after.count, locale));
  money('total', before.total, after.total);
  money('cost', before.totalFees, after.totalFees);
  money('receive', before.netTransfer, after.netTransfer);
  compare('free', day(before), day(after));
  return found;
}

export function OfferChanges({ before, after, gone }: { before: Offer; after: Offer; gone: number }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const changes = useChanges(before, after);
  return (
    <div
      className="offer-changed"
      data-tone={changes.length > 0 ? 'late' : undefined}
      role="status"
      data-testid="offer-changes"
    >
      <strong>
        <IconArrowsExchange size={18} aria-hidden />
        {t(changes.length > 0 ? 'instantSettlement.changed.title' : 'instantSettlement.changed.nothing')}
      </strong>
      {gone > 0 && <div>{t('instantSettlement.offer.gone', counted(gone))}</div>}
      {changes.length > 0 && (
        <ul className="offer-changes">
          {changes.map(({ what, was, is }) => (
            <li key={what}>{t(`instantSettlement.changed.${what}`, { was, is })}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
