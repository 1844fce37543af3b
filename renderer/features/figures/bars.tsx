/** Bars that say their value and open their rows, by mouse and by key. At most two series: grey, and the accent. */
import { BarChart } from '@mantine/charts';
import type { KeyboardEvent } from 'react';
import { useLocale } from '../../app-store.ts';
import { directionOf } from '../../i18n/index.ts';

export type Bar = {
  key: string;
  /** Below the bar, or beside it. */
  tick: string;
  /** One value for each series, in its order: as drawn, and as written over the bar. */
  values: readonly { drawn: number; label: string }[];
  /** The whole bar in words, for a person who does not see it. */
  said: string;
  open: () => void;
};
type BarsProps = {
  label: string;
  /** Names of the series; the first one is grey where there are two. */
  series: readonly string[];
  bars: readonly Bar[];
  /** The unit of the axis. */
  unit: string;
  tickOf: (value: number) => string;
  across?: boolean;
};
type Shape = { x?: number; y?: number; width?: number; height?: number; fill?: string; payload?: Drawn };
type Drawn = { bar: Bar };

const COLORS = ['var(--chart-quiet)', 'var(--accent)'];
const colorOf = (at: number, series: number) =>
  series === 1 ? 'var(--accent)' : (COLORS[at] ?? 'var(--accent)');

/** One bar of a group can be reached by key: all of a group open the same rows. */
function OpeningBar({ x = 0, y = 0, width = 0, height = 0, fill = '', payload, at }: Shape & { at: number }) {
  if (!payload || width === 0 || height === 0) return null;
  const { said, open } = payload.bar;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    open();
  };
  const box = {
    x: Math.min(x, x + width),
    y: Math.min(y, y + height),
    width: Math.abs(width),
    height: Math.abs(height),
    rx: 2,
    fill,
  };
  return at === 0 ? (
    <rect
      {...box}
      className="chart-bar"
      role="button"
      tabIndex={0}
      aria-label={said}
      onClick={open}
      onKeyDown={onKeyDown}
    />
  ) : (
    <rect {...box} className="chart-bar" aria-hidden onClick={open} />
  );
}

function ChartKey({ unit, series }: Pick<BarsProps, 'unit' | 'series'>) {
  return (
    <figcaption className="chart-key">
      <span className="muted">{unit}</span>
      {series.length > 1 &&
        series.map((name, at) => (
          <span key={name} className="chart-series">
            <span className="chart-swatch" style={{ background: colorOf(at, series.length) }} aria-hidden />
            {name}
          </span>
        ))}
    </figcaption>
  );
}

/** Values run along the axis across the bars; the other axis names them. In Arabic both begin on the right. */
function axesOf({ across, rtl, tickOf }: { across: boolean; rtl: boolean; tickOf: BarsProps['tickOf'] }) {
  const orientation = rtl ? ('right' as const) : ('left' as const);
  const tick = { fontSize: 12, transform: `translate(${rtl ? 8 : -8}, 0)` };
  return across
    ? {
        xAxisProps: { reversed: rtl, tickFormatter: tickOf, tickCount: 4 },
        yAxisProps: { orientation, width: 110, interval: 0 as const, tick },
      }
    : {
        xAxisProps: { reversed: rtl, interval: 0 as const, tick: { fontSize: 11 } },
        yAxisProps: { orientation, tickFormatter: tickOf, width: 46, tickCount: 4, tick },
      };
}

export function Bars({ label, series, bars, unit, tickOf, across = false }: BarsProps) {
  const rtl = directionOf(useLocale().language) === 'rtl';
  const data = bars.map((bar) => ({
    // The picture is laid out from the left in both languages; its words are not.
    tick: rtl ? `\u2067${bar.tick}\u2069` : bar.tick,
    bar,
    ...Object.fromEntries(bar.values.map(({ drawn }, at) => [`s${at}`, drawn])),
  }));
  const shown = series.map((name, at) => ({
    name: `s${at}`,
    label: name,
    color: colorOf(at, series.length),
  }));
  return (
    <figure className="chart" role="group" aria-label={label}>
      <ChartKey unit={unit} series={series} />
      <BarChart
        dir="ltr"
        h={across ? Math.max(120, bars.length * 58 + 34) : 220}
        data={data}
        dataKey="tick"
        orientation={across ? 'vertical' : 'horizontal'}
        // In Arabic the series keep their order, from the right.
        series={rtl && !across ? shown.toReversed() : shown}
        gridColor="var(--line)"
        textColor="var(--ink-2)"
        withTooltip={false}
        withLegend={false}
        gridAxis={across ? 'y' : 'x'}
        tickLine="none"
        strokeDasharray="0"
        barChartProps={{
          accessibilityLayer: false,
          barCategoryGap: across ? '18%' : '7%',
          barGap: 2,
          margin: across ? { left: rtl ? 48 : 4, right: rtl ? 4 : 48 } : { top: 18 },
        }}
        {...axesOf({ across, rtl, tickOf })}
        barProps={({ name }) => ({
          isAnimationActive: false,
          shape: (props: unknown) => <OpeningBar {...(props as Shape)} at={Number(name.slice(1))} />,
        })}
        maxBarWidth={34}
        withBarValueLabel
        valueLabelProps={({ name }) => ({
          position: across ? 'right' : 'top',
          fontSize: 11,
          fill: 'var(--ink-2)',
          dataKey: 'bar',
          formatter: (value: unknown) =>
            (value as Bar | undefined)?.values[Number(name.slice(1))]?.label ?? '',
        })}
      />
    </figure>
  );
}
