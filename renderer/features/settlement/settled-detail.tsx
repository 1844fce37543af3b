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
import { shownAmount } from '#shared/domain/kinds/index.ts';
import type { Money } from '#shared/money/money.ts';
import { cancelsOut, pairMark, RowMarks } from './row-marks.tsx';

/** Amount, what was taken of it, and what is left: nothing between the first and the last is missing. */
function Calculation({ row }: { row: ListedSettled }) {
  const { t } = useTranslation();
  const { fee, vat, net } = row;
  const minus = (amount: Money) => <MoneyText value={{ ...amount, minor: -amount.minor }} signed />;
  if (fee === null && vat === null && net === null) return null;
  const amount = row.adds.minor === 0n ? shownAmount(row) : row.adds;
  const adds = amount.minor - (fee?.minor ?? 0n) - (vat?.minor ?? 0n);
  return (
    <table className="calculation" aria-label={t('settlement.calculation')}>
      <tbody>
        <tr>
          <th scope="row">{t('settlement.column.gross')}</th>
          <td className="number-cell">
            <MoneyText value={amount} />
          </td>
        </tr>
        {fee && (
          <tr>
            <th scope="row">{t('settlement.column.fees')}</th>
            <td className="number-cell">{minus(fee)}</td>
          </tr>
        )}
        {vat && (
          <tr>
            <th scope="row">{t('settlement.column.vat')}</th>
            <td className="number-cell">{minus(vat)}</td>
          </tr>
        )}
        {net && net.minor !== adds && (
          <tr data-tone="late">
            <th scope="row">{t('settlement.notExplained')}</th>
            <td className="number-cell">
              <MoneyText value={{ ...net, minor: net.minor - adds }} signed />
            </td>
          </tr>
        )}
        {net && (
          <tr data-sum>
            <th scope="row">{t('settlement.column.net')}</th>
            <td className="number-cell">
              <MoneyText value={net} strong />
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

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

type DetailProps = {
  row: ListedSettled | null;
  onClose: () => void;
  /** Shows the rows of this reference or order in the list. */
  onPair: (text: string) => void;
};

export function SettledDetail({ row, onClose, onPair }: DetailProps) {
  const { t } = useTranslation();
  const fields = row ? Object.entries(JSON.parse(row.raw) as Record<string, unknown>) : [];
  return (
    <SideDrawer opened={row !== null} onClose={onClose} title={t('settlement.detail')}>
      {row && (
        <>
          <span className={cancelsOut(row) ? 'struck' : undefined}>
            <MoneyText value={shownAmount(row)} strong size={28} />
          </span>
          <div>
            <RowMarks row={row} />
          </div>
          <Pair row={row} onPair={onPair} />
          <Calculation row={row} />
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
