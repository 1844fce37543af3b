/** The foot of Operations: of each kind that is listed, how many there are and what they come to. */
import { useTranslation } from 'react-i18next';
import type { Operation } from '#shared/contract/operations.ts';
import { addTotals } from '#shared/domain/kinds/index.ts';
import { movementKinds } from '#shared/domain/operation.ts';
import { useCounted } from '../../components/counted.ts';
import { TotalsText } from '../../components/money-text.tsx';

export function OperationsFoot({ rows }: { rows: readonly Operation[] }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const byKind = Map.groupBy(rows, ({ kind }) => kind);
  return (
    <>
      {movementKinds.flatMap((kind) => {
        const own = byKind.get(kind) ?? [];
        return own.length === 0 ? (
          []
        ) : (
          <span key={kind}>
            <span className="muted">{t(`operations.kind.${kind}`)}</span> {counted(own.length).number} ·{' '}
            <TotalsText totals={addTotals(own.map(({ totals }) => totals))} movement={kind} />
          </span>
        );
      })}
    </>
  );
}
