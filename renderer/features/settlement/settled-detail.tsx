/** Every field of a settled transaction, as the gateway sent it. */
import { useTranslation } from 'react-i18next';
import type { SettledTransaction } from '#shared/contract/settlement.ts';
import { MoneyText } from '../../components/money-text.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';

export function SettledDetail({ row, onClose }: { row: SettledTransaction | null; onClose: () => void }) {
  const { t } = useTranslation();
  const fields = row ? Object.entries(JSON.parse(row.raw) as Record<string, unknown>) : [];
  return (
    <SideDrawer opened={row !== null} onClose={onClose} title={t('settlement.detail')}>
      {row && (
        <>
          <MoneyText value={row.amount} strong size={28} />
          <dl className="facts" style={{ marginBlockStart: 16 }}>
            {fields.map(([name, value]) => (
              <div key={name} style={{ display: 'contents' }}>
                <dt>
                  <bdi dir="ltr" className="id">
                    {name}
                  </bdi>
                </dt>
                <dd>
                  <bdi dir="ltr">{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </SideDrawer>
  );
}
