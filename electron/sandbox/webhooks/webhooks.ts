/** The merchant's webhooks (§2.9): one list for both modes. */
import { documents } from '../state/documents.ts';

/** Exactly as written, case-sensitive (§6). */
export const TRANSACTION_EVENTS = ['pay', 'authorize', 'capture', 'refund', 'void', 'reversal'] as const;
const TRANSFER_EVENTS = ['INITIATED', 'IN_TRANSIT', 'TRANSFERRED', 'FAILED'] as const;
export const EVENTS = [...TRANSACTION_EVENTS, ...TRANSFER_EVENTS] as const;

export const WEBHOOKS_PER_MODE = 5;

export type Webhook = {
  merchantId: string;
  name: string;
  url: string;
  headers: Record<string, string>;
  events: (typeof EVENTS)[number][];
  mode: 'test' | 'live';
  isActive: boolean;
};

/** Kept with the account, not with an environment: GET /v2/webhooks shows both modes (§4.13). */
export const webhooks = documents<Webhook>('webhook');
