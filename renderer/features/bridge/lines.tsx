/** The lines of a bridge with their picture beside them; every line opens its rows. */
import { IconChevronRight } from '@tabler/icons-react';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BridgeView } from '#shared/contract/bridge.ts';
import { useAmountHead } from '../../components/amount-head.ts';
import { useCounted } from '../../components/counted.ts';
import { MoneyText } from '../../components/money-text.tsx';
import { canBeEnlarged, stepsOf, type BridgeStep } from './steps.ts';
import { useBridge } from './store.ts';

/** A bar speaks by its colour and its place; the amount beside it has the sign. */
function toneOf({ key, isSum, amount }: BridgeStep): string | undefined {
  if (!amount) return undefined;
  if (key === 'unexplained') return amount.minor === 0n ? 'good' : 'bad';
  if (isSum) return 'sum';
  return amount.minor < 0n ? 'minus' : 'plus';
}

/** `of`: an early payout has fees of its own beside the usual ones. */
type LineProps = { step: BridgeStep; of: BridgeView['of'] };

function Line({ step, of }: LineProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  const openLine = useBridge((state) => state.openLine);
  const { key, amount, count, isSum, bar, link } = step;
  const name = t(`bridge.line.${key}`, { context: of });
  const opens = count !== null && key !== 'expected' && key !== 'deposited' && key !== 'unexplained';
  return (
    <tr data-line={key} data-sum={isSum || undefined}>
      <th scope="row">
        {opens ? (
          <button type="button" className="bridge-open" onClick={() => void openLine(key)}>
            {name} <IconChevronRight size={14} aria-hidden />
          </button>
        ) : (
          name
        )}
        {count !== null && <span className="muted bridge-count">{t('bridge.count', counted(count))}</span>}
        {key === 'early-unnamed' && <div className="muted">{t('bridge.early.unnamedHint')}</div>}
      </th>
      <td className="bridge-amount number-cell" data-tone={toneOf(step)}>
        {amount ? <MoneyText value={amount} strong={isSum} signed={!isSum} /> : '—'}
      </td>
      <td aria-hidden className="bridge-picture">
        {bar && (
          <span
            className="bridge-bar"
            data-tone={toneOf(step)}
            data-cut={bar.cut || undefined}
            style={{ insetInlineStart: `${bar.start}%`, inlineSize: `${bar.size}%` }}
          />
        )}
        {link !== null && <span className="bridge-link" style={{ insetInlineStart: `${link}%` }} />}
      </td>
    </tr>
  );
}

export function BridgeLines({ view }: { view: BridgeView }) {
  const { t } = useTranslation();
  const [near, setNear] = useState(true);
  const enlarges = canBeEnlarged(view);
  const steps = stepsOf(view, enlarges && near);
  const { className, amountHead } = useAmountHead(steps.flatMap(({ amount }) => amount ?? []));
  return (
    <table className={`bridge-table ${className}`} aria-label={t('bridge.title')}>
      <thead>
        <tr>
          <th scope="col">{t('bridge.column.line')}</th>
          <th scope="col" className="bridge-amount number-cell">
            {amountHead(t('bridge.column.amount'))}
          </th>
          <td>
            <div className="bridge-zoom-row">
              {steps.some(({ bar }) => bar?.cut) && <span className="muted">{t('bridge.zoom.cut')}</span>}
              {enlarges && (
                <SegmentedControl
                  size="xs"
                  className="bridge-zoom"
                  aria-label={t('bridge.zoom.label')}
                  value={near ? 'near' : 'whole'}
                  onChange={(value) => setNear(value === 'near')}
                  data={[
                    { value: 'near', label: t('bridge.zoom.near') },
                    { value: 'whole', label: t('bridge.zoom.whole') },
                  ]}
                />
              )}
            </div>
          </td>
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <Line key={step.key} step={step} of={view.of} />
        ))}
      </tbody>
    </table>
  );
}
