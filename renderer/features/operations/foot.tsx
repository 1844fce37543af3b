/** The foot of Operations: how many are listed, and how many of each kind. What was refused and what was done is not added up. */
import { useTranslation } from 'react-i18next';
import type { Operation } from '#shared/contract/operations.ts';
import { movementKinds } from '#shared/domain/operation.ts';
import { useCounted } from '../../components/counted.ts';
import { FirstRows, ListFoot } from '../../components/list-foot.tsx';

type FootProps = {
  rows: readonly Operation[];
  /** More of them follow below. */
  hasMore: boolean;
};

export function OperationsFoot({ rows, hasMore }: FootProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  if (rows.length === 0) return null;
  if (hasMore) return <FirstRows count={rows.length} />;
  const byKind = Map.groupBy(rows, ({ kind }) => kind);
  return (
    <ListFoot count={t('grid.rows', counted(rows.length))}>
      {byKind.size > 1 &&
        movementKinds.flatMap((kind) => {
          const own = byKind.get(kind) ?? [];
          return own.length === 0 ? (
            []
          ) : (
            <span key={kind}>
              <span className="muted">{t(`operations.kind.${kind}`)}</span> {counted(own.length).number}
            </span>
          );
        })}
    </ListFoot>
  );
}
