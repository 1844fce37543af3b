import { describe, expect, it } from 'vitest';
import { readGatewayTimestamp, writeGatewayTimestamp } from '#shared/time/gateway-timestamp.ts';

describe('a gateway timestamp', () => {
  it.each([
    ['2026-11-20 14:05:06.123456+00:00', Date.UTC(2026, 10, 20, 14, 5, 6, 123)],
    ['2026-11-20 14:05:06+02:00', Date.UTC(2026, 10, 20, 12, 5, 6)],
    ['2026-11-20T14:05:06Z', Date.UTC(2026, 10, 20, 14, 5, 6)],
    ['2026-11-20T14:05:06.5Z', Date.UTC(2026, 10, 20, 14, 5, 6, 500)],
  ])('%s is read as an instant', (raw, atMs) => {
    expect(readGatewayTimestamp(raw)).toEqual({ kind: 'instant', atMs, raw });
  });

  it.each(['2026-02-30 10:00:00+00:00', '20/11/2026', '', 'NA', '2026-11-20', '2026-13-01T00:00:00Z'])(
    '%s is kept as the text it is',
    (raw) => expect(readGatewayTimestamp(raw)).toEqual({ kind: 'text', raw }),
  );

  it('is written in the documented form', () => {
    expect(writeGatewayTimestamp(Date.UTC(2026, 10, 20, 14, 5, 6, 7))).toBe(
      '2026-11-20 14:05:06.007000+00:00',
    );
  });
});
