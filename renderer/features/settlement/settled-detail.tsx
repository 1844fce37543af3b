/** Every field of a settled transaction, as the gateway sent it. */
import { useTranslation } from 'react-i18next';
import type { ListedSettled } from '#shared/contract/settlement.ts';
import { call } from '../../api/client.ts';
import { MoneyText } from '../../components/money-text.tsx';
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { earlySubject } from '#shared/domain/bridge-subject.ts';
import { bridgePath } from '../../components/bridge-path.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { IdText } from '../../components/id-text.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { shownAmount } from '#shared/domain/kinds/index.ts';
import { shownText } from '#shared/text/shown-text.ts';
import { useStoredDetail } from '../../components/stored-detail.ts';
import { TimelineOf } from '../../components/timeline-of.tsx';
import { SettledNet } from './how-net.tsx';
import { cancelsOut, pairMark, RowMarks } from './row-marks.tsx';

/** The way to both rows of a pair: they share a reference, or an order. */
function Pair({ row, onPair }: { row: ListedSettled; onPair: (text: string) => void }) {
  const { t } = useTranslation();
  const mark = pairMark(row);
  const text = row.refNumber ?? row.merchantOrderId;
  if (mark === null || text === null) return null;
  return (
    <p className="spaced">
      <Anchor component="button" type="button" inherit onClick={() => onPair(text)}>
        {t(`settlement.pair.${mark}`, { reference: text })}
      </Anchor>
    </p>
  );
}

const sentFor = (transactionId: string) => call('settlement.settledSent', { transactionId });
const CHANGES = ['settlement.changed'] as const;

/** Every field that the gateway sent. */
function Sent({ transactionId }: { transactionId: string }) {
  const { found, error } = useStoredDetail<string>(transactionId, sentFor, CHANGES);
  const fields = Object.entries(JSON.parse(found?.detail ?? '{}') as Record<string, unknown>);
  return (
    <>
      {error && <ErrorNotice error={error} />}
      <dl className="facts set-off">
        {fields.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>
              <bdi dir="ltr" className="id">
                {shownText(name)}
              </bdi>
            </dt>
            <dd>
              <bdi dir="ltr">{shownText(typeof value === 'string' ? value : JSON.stringify(value))}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

type DetailProps = {
  row: ListedSettled | null;
  onClose: () => void;
  /** Shows the rows of this reference or order in the list. */
  onPair: (text: string) => void;
};

export function SettledDetail({ row, onClose, onPair }: DetailProps) {
  const { t } = useTranslation();
  return (
    <SideDrawer opened={row !== null} onClose={onClose} title={t('settlement.detail')}>
      {row && (
        <>
          <span className={cancelsOut(row) ? 'undone' : undefined}>
            <MoneyText value={shownAmount(row)} strong size={28} />
          </span>
          <div>
            <RowMarks row={row} />
          </div>
          <Pair row={row} onPair={onPair} />
          <SettledNet row={row} />
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
          <TimelineOf what="settled" id={row.transactionId} />
          <Sent transactionId={row.transactionId} />
        </>
      )}
    </SideDrawer>
  );
}
