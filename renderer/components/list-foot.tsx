/** The foot of a list: how many rows it has, and what they come to where that is known of all of them. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Money } from '#shared/money/money.ts';
import { useCounted } from './counted.ts';
import { MoneyList } from './money-text.tsx';

type ListFootProps = {
  /** How many, in words. Left out where `children` say it. */
  count?: string;
  /** One sum of each currency, of all rows that are counted. */
  sums?: readonly Money[];
  /** What the sums are of, where it is not the amounts of the rows as they stand. */
  of?: string;
  /** Counts and sums of parts that are not added up. */
  children?: ReactNode;
};

export function ListFoot({ count, sums = [], of, children }: ListFootProps) {
  return (
    <footer className="page-foot" data-testid="list-foot">
      {count !== undefined && <span>{count}</span>}
      {sums.length > 0 && (
        <span>
          {of !== undefined && <span className="muted">{of} </span>}
          <MoneyList values={sums} />
        </span>
      )}
      {children}
    </footer>
  );
}

/** While more rows follow, only how many are here: a sum of them would be one of a part. */
export function FirstRows({ count }: { count: number }) {
  const { t } = useTranslation();
  const counted = useCounted();
  return <ListFoot count={t('grid.firstRows', counted(count))} />;
}
