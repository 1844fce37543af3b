/** Messages between the database client and its worker. */
export type WorkerRequest =
  { id: number; kind: 'call'; name: string; args: unknown } | { id: number; kind: 'close' };

export type OpenReport = {
  cache: 'fresh' | 'opened' | 'quarantined';
  journal: 'fresh' | 'opened';
  /** Where a damaged cache was put, if one was. */
  quarantinedTo: string | null;
};

export type WorkerResponse =
  | { kind: 'opened'; report: OpenReport }
  | { kind: 'not-opened'; code: string; message: string }
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'failure'; id: number; code: string; message: string };
