/** Times and ages. */
import type { GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import { useLocale, useNowMs } from '../app-store.ts';
import { formatAge, formatDayTime, formatShortDay, formatTime } from '../i18n/format.ts';
import { momentHint } from './moment-hint.tsx';

type TimeProps = {
  /** With its day, also today: where the days of a list are read below one another. */
  dated?: boolean;
};

export function TimeText({ atMs, dated = false }: TimeProps & { atMs: number | null }) {
  const locale = useLocale();
  const nowMs = useNowMs();
  if (atMs === null) return <span className="muted">—</span>;
  return (
    <bdi className="time" {...momentHint(atMs)}>
      {dated ? formatDayTime(atMs, locale) : formatTime(atMs, nowMs, locale)}
    </bdi>
  );
}

export function AgeText({ atMs }: { atMs: number | null }) {
  const locale = useLocale();
  const nowMs = useNowMs();
  if (atMs === null) return <span className="muted">—</span>;
  return (
    <bdi className="time age" {...momentHint(atMs)}>
      {formatAge(atMs, nowMs, locale)}
    </bdi>
  );
}

/** A timestamp of the gateway: as a time where it could be read, else as the text it was. */
export function GatewayTimeText({ value, dated = false }: TimeProps & { value: GatewayTimestamp | null }) {
  if (value === null) return <span className="muted">—</span>;
  return value.kind === 'instant' ? <TimeText atMs={value.atMs} dated={dated} /> : <bdi>{value.raw}</bdi>;
}

/** The day of a gateway timestamp. Its time shows in a tooltip. */
export function DayText({ value }: { value: GatewayTimestamp }) {
  const locale = useLocale();
  const nowMs = useNowMs();
  if (value.kind !== 'instant') return <bdi>{value.raw}</bdi>;
  return (
    <bdi className="time" {...momentHint(value.atMs)}>
      {formatShortDay(value.atMs, nowMs, locale)}
    </bdi>
  );
}
