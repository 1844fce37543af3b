/** Bars that say their value and open their rows, by mouse and by key. Two series are the parts of one bar. */
import { BarChart } from '@mantine/charts';
import type { KeyboardEvent } from 'react';
import { useLocale } from '../../app-store.ts';
import { directionOf } from '../../i18n/index.ts';
import { rightToLeft } from '../../i18n/isolated.ts';
import { roundTicks } from './round-ticks.ts';

export type Bar = {
  key: string;
  /** Below the bar, or beside it. */
  tick: string;
  /** One value for each series, in its order: as drawn, and as written over the bar. */
  values: readonly { drawn: number; label: string }[];
  /** Written at the end of a bar of parts. The parts are in the table. */
  whole?: string;
  /** The whole bar in words, for a person who does not see it. */
  said: string;
  open: () => void;
};
type BarsProps = {
  label: string;
  /** Names of the series, the parts of a bar from its foot. */
  series: readonly string[];
  bars: readonly Bar[];
  /** The unit of the axis. */
  unit: string;
  tickOf: (value: number) => string;
  across?: boolean;
  /** The series are parts of one bar, and the whole is written at its end. */
  stacked?: boolean;
};
type Shape = { x?: number; y?: number; width?: number; height?: number; fill?: string; payload?: Drawn };
type Drawn = { bar: Bar };

/** In pixels, for what stands at the end of a bar that lies. */
const ROOM = 48;
const COLORS = ['var(--accent)', 'var(--chart-part)'];
const colorOf = (at: number) => COLORS[at] ?? 'var(--accent)';

const FORWARD: readonly string[] = ['ArrowRight', 'ArrowDown'];
const BACK: readonly string[] = ['ArrowLeft', 'ArrowUp'];

/** The bar that a key leads to: a chart is one stop of Tab, and its bars follow the arrows. */
function barAfter(event: KeyboardEvent<SVGElement>, rtl: boolean): SVGElement | undefined {
  const all = [
    ...(event.currentTarget.closest('figure')?.querySelectorAll<SVGElement>('.chart-bar[role]') ?? []),
  ];
  const at = all.indexOf(event.currentTarget);
  if (event.key === 'Home') return all[0];
  if (event.key === 'End') return all.at(-1);
  const turn = rtl && event.key.match(/Left|Right/) ? -1 : 1;
  if (FORWARD.includes(event.key)) return all[at + turn];
  return BACK.includes(event.key) ? all[at - turn] : undefined;
}

/**
 * Tab comes back to the bar that was left. It is said to the page itself: a state would draw the chart anew, and the bar that has
 * the focus would be another one.
 */
function stopAt(bar: SVGElement): void {
  for (const one of bar.closest('figure')?.querySelectorAll<SVGElement>('.chart-bar[role]') ?? [])
    one.tabIndex = one === bar ? 0 : -1;
}

type OpeningProps = Shape & {
  at: number;
  /** Tab stops here first. */
  isStop: (key: string) => boolean;
  rtl: boolean;
  across: boolean;
};

/** What a bar of parts says at its end. */
function WholeText({
  box,
  whole,
  across,
  rtl,
}: {
  box: Required<Omit<Shape, 'payload'>>;
  whole: string;
  across: boolean;
  rtl: boolean;
}) {
  const x = across ? (rtl ? box.x - 6 : box.x + box.width + 6) : box.x + box.width / 2;
  const y = across ? box.y + box.height / 2 + 4 : box.y - 5;
  const anchor = across ? (rtl ? 'end' : 'start') : 'middle';
  return (
    <text className="chart-whole" x={x} y={y} textAnchor={anchor} fontSize={11} aria-hidden>
      {whole}
    </text>
  );
}

/** One bar of a group can be reached by key: all of a group open the same rows. */
function OpeningBar({
  x = 0,
  y = 0,
  width = 0,
  height = 0,
  fill = '',
  payload,
  at,
  isStop,
  rtl,
  across,
}: OpeningProps) {
  if (!payload || width === 0 || height === 0) return null;
  const { key, said, open, whole } = payload.bar;
  const onKeyDown = (event: KeyboardEvent<SVGElement>) => {
    const next = barAfter(event, rtl);
    if (next) next.focus();
    else if (event.key === 'Enter' || event.key === ' ') open();
    else return;
    event.preventDefault();
  };
  // A part of one bar stays visible, however small it is.
  const least = whole !== undefined && at > 0 ? 2 : 0;
  const [breadth, tall] = [Math.abs(width), Math.abs(height)];
  const box = {
    x: Math.min(x, x + width),
    y: Math.min(y, y + height) - (across || tall >= least ? 0 : least - tall),
    width: across ? Math.max(breadth, least) : breadth,
    height: across ? tall : Math.max(tall, least),
    rx: whole === undefined ? 2 : 1,
    fill,
  };
  return (
    <>
      {at === 0 ? (
        <rect
          {...box}
          className="chart-bar"
          role="button"
          tabIndex={isStop(key) ? 0 : -1}
          aria-label={said}
          onFocus={(event) => stopAt(event.currentTarget)}
          onClick={open}
          onKeyDown={onKeyDown}
        />
      ) : (
        <rect {...box} className="chart-bar" aria-hidden onClick={open} />
      )}
      {whole !== undefined && at === 1 && <WholeText box={box} whole={whole} across={across} rtl={rtl} />}
    </>
  );
}

function ChartKey({ unit, series }: Pick<BarsProps, 'unit' | 'series'>) {
  return (
    <figcaption className="chart-key">
      <span className="muted">{unit}</span>
      {series.length > 1 &&
        series.map((name, at) => (
          <span key={name} className="chart-series">
            <span className="chart-swatch" style={{ background: colorOf(at) }} aria-hidden />
            {name}
          </span>
        ))}
    </figcaption>
  );
}

type AxesProps = { across: boolean; rtl: boolean; tickOf: BarsProps['tickOf']; ticks: number[] };

/** Values run along the axis across the bars; the other axis names them. In Arabic both begin on the right. */
function axesOf({ across, rtl, tickOf, ticks }: AxesProps) {
  const orientation = rtl ? ('right' as const) : ('left' as const);
  const values = { tickFormatter: tickOf, ticks, domain: [ticks[0] ?? 0, ticks.at(-1) ?? 0] };
  const tick = { fontSize: 12, transform: `translate(${rtl ? 8 : -8}, 0)` };
  return across
    ? {
        xAxisProps: { reversed: rtl, ...values },
        yAxisProps: { orientation, width: 110, interval: 0 as const, tick },
      }
    : {
        xAxisProps: { reversed: rtl, interval: 0 as const, tick: { fontSize: 11 } },
        yAxisProps: { orientation, ...values, width: 46, tick },
      };
}

export function Bars({ label, series, bars, unit, tickOf, across = false, stacked = false }: BarsProps) {
  const rtl = directionOf(useLocale().language) === 'rtl';
  const stop = bars.find(({ values }) => values[0] && values[0].drawn !== 0);
  const data = bars.map((bar) => ({
    // The picture is laid out from the left in both languages; its words are not.
    tick: rtl ? rightToLeft(bar.tick) : bar.tick,
    bar,
    ...Object.fromEntries(bar.values.map(({ drawn }, at) => [`s${at}`, drawn])),
  }));
  const shown = series.map((name, at) => ({
    name: `s${at}`,
    label: name,
    color: colorOf(at),
  }));
  const drawn = bars.map(({ values }) => values.map((value) => value.drawn));
  const ticks = roundTicks(
    stacked ? drawn.map((parts) => parts.reduce((sum, part) => sum + part, 0)) : drawn.flat(),
  );
  return (
    <figure className="chart" aria-label={label}>
      <ChartKey unit={unit} series={series} />
      <BarChart
        dir="ltr"
        h={across ? Math.max(120, bars.length * 58 + 34) : 220}
        data={data}
        dataKey="tick"
        orientation={across ? 'vertical' : 'horizontal'}
        type={stacked ? 'stacked' : 'default'}
        series={shown}
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
          margin: across ? { left: rtl ? ROOM : 4, right: rtl ? 4 : ROOM } : { top: 18 },
        }}
        {...axesOf({ across, rtl, tickOf, ticks })}
        barProps={({ name }) => ({
          isAnimationActive: false,
          shape: (props: unknown) => (
            <OpeningBar
              {...(props as Shape)}
              at={Number(name.slice(1))}
              isStop={(key) => key === stop?.key}
              rtl={rtl}
              across={across}
            />
          ),
        })}
        maxBarWidth={34}
        withBarValueLabel={!stacked}
        valueLabelProps={({ name }) => ({
          position: across ? 'right' : 'top',
          fontSize: 11,
          fontWeight: 600,
          fill: 'var(--ink-2)',
          dataKey: 'bar',
          formatter: (value: unknown) =>
            (value as Bar | undefined)?.values[Number(name.slice(1))]?.label ?? '',
        })}
      />
    </figure>
  );
}
