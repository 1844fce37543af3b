/** A case of conformance: one operation that a place of the window uses. */
import type { EndpointName } from '#electron/gateway/endpoint-table.ts';
import type { Bench } from './client.ts';

export type PlaceCase = {
  readonly operation: EndpointName;
  /** The call of the client that a service makes. */
  readonly call: string;
  /** What goes out before the call that the case is about; its answer goes to `run`. */
  readonly before?: (bench: Bench) => Promise<unknown>;
  /** Its first request is of the operation. */
  readonly run: (bench: Bench, before: unknown) => Promise<void>;
};

export const MERCHANT = 'MID-7-100';
