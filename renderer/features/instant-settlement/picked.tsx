/** Sales picked one by one, and the offer for them. */
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { sumByCurrency } from '#shared/money/money.ts';
import { useCanMoveMoney } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { MoneyList } from '../../components/money-text.tsx';
import { eligibleColumns } from './eligible-columns.tsx';
import { useInstant } from './store.ts';

export function Picked() {
  const { t } = useTranslation();
  const counted = useCounted();
  const mayMove = useCanMoveMoney();
  const { eligible, pickedIds, busy, pick, quotePicked } = useInstant();
  const columns = useMemo(() => eligibleColumns(t), [t]);
  const pickable = useMemo(() => (eligible ?? []).filter((sale) => !sale.requested), [eligible]);
  const sum = useMemo(() => {
    const picked = new Set(pickedIds);
    return sumByCurrency(
      pickable.filter((sale) => picked.has(sale.transactionId)).map(({ amount }) => amount),
    );
  }, [pickable, pickedIds]);
  if (pickable.length === 0) return null;
  return (
    <details>
      <summary>{t('instantSettlement.pick', counted(pickable.length))}</summary>
      <div className="instant-grid">
        <DataGrid
          id="eligible"
          label={t('instantSettlement.column.list')}
          rows={pickable}
          columns={columns}
          getRowId={(row) => row.transactionId}
          selectedIds={pickedIds}
          onSelectedIdsChange={pick}
          empty={null}
        />
      </div>
      <div className="instant-form pick-actions">
        <Button
          variant="default"
          loading={busy}
          disabled={pickedIds.length === 0 || !mayMove.allowed}
          onClick={() => void quotePicked()}
        >
          {t('instantSettlement.quotePicked', counted(pickedIds.length))}
        </Button>
        {sum.length > 0 && <MoneyList values={sum} strong />}
      </div>
    </details>
  );
}
