/** What really arrived, for tests and for the curious: never a header, so never a key. */
export type LogEntry = {
  method: string;
  path: string;
  environment: 'test' | 'live';
  host: 'dashboard' | 'checkout';
  atMs: number;
  /** SHA-256 of the body, lowercase hex; null without one. */
  bodySha256: string | null;
  /** Null while unanswered, and for ever where the connection was dropped. */
  status: number | null;
  /** Whether it changed anything. An order sent to the checkout host acts in its forwarded entry on the dashboard. */
  acted: boolean;
};

/** Practice may run for weeks: the oldest entries go. */
const KEPT = 20_000;

export type RequestLog = { add(entry: LogEntry): void; entries(): readonly LogEntry[] };

export function createRequestLog(): RequestLog {
  const kept: LogEntry[] = [];
  return {
    add: (entry) => {
      kept.push(entry);
      if (kept.length > KEPT) kept.splice(0, KEPT / 2);
    },
    entries: () => kept,
  };
}
