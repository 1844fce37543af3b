/** Every field of a settled transaction, as the gateway sent it. */
import { useTranslation } from 'react-i18next';
import type { ListedSettled } from '#shared/contract/settlement.ts';
import { MoneyText } from '../../components/money-text.tsx';
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { earlySubject } from '#shared/domain/bridge-subject.ts';
import { bridgePath } from '../../components/bridge-path.ts';
import { IdText } from '../../components/id-text.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { RowMarks } from './row-marks.tsx';

export function SettledDetail({ row, onClose }: { row: ListedSettled | null; onClose: () => void }) {
  const { t } = useTranslation();
  const fields = row ? Object.entries(JSON.parse(row.raw) as Record<string, unknown>) : [];
  return (
    <SideDrawer opened={row !== null} onClose={onClose} title={t('settlement.detail')}>
      {row && (
        <>
          <MoneyText value={row.amount} strong size={28} />
          <div>
            <RowMarks row={row} />
          </div>
          {row.early && row.early.requestId !== null && (
            <p className="muted spaced">
              {t('settlement.earlyBy')}{' '}
              <Anchor component={Link} href={bridgePath(earlySubject(row.early.requestId))}>
                <IdText value={row.early.requestId} />
              </Anchor>
            </p>
          )}
          {row.odd.map((one) => (
            <p key={one} className="muted spaced">
              {t(`settlement.oddAbout.${one}`)}
            </p>
          ))}
          <dl className="facts set-off">
            {fields.map(([name, value]) => (
              <div key={name} className="contents">
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
