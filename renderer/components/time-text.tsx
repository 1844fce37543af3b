/** Times and ages. */
import { Tooltip } from '@mantine/core';
import type { GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import { useLocale, useNowMs } from '../app-store.ts';
import { formatAge, formatDateTime, formatTime } from '../i18n/format.ts';

export function TimeText({ atMs }: { atMs: number | null }) {
  const locale = useLocale();
  const nowMs = useNowMs();
  if (atMs === null) return <span className="muted">—</span>;
  return (
    <Tooltip label={formatDateTime(atMs, locale)} openDelay={400}>
      <bdi className="time">{formatTime(atMs, nowMs, locale)}</bdi>
    </Tooltip>
  );
}

export function AgeText({ atMs }: { atMs: number | null }) {
  const locale = useLocale();
  const nowMs = useNowMs();
  if (atMs === null) return <span className="muted">—</span>;
  return (
    <Tooltip label={formatDateTime(atMs, locale)} openDelay={400}>
      <bdi className="time">{formatAge(atMs, nowMs, locale)}</bdi>
    </Tooltip>
  );
}

/** A timestamp of the gateway: as a time where it could be read, else as the text it was. */
export function GatewayTimeText({ value }: { value: GatewayTimestamp | null }) {
  if (value === null) return <span className="muted">—</span>;
  return value.kind === 'instant' ? <TimeText atMs={value.atMs} /> : <bdi>{value.raw}</bdi>;
}
