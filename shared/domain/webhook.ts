/** The events that a webhook may subscribe to, sent exactly as written (interface §6). */
export const transactionEvents = ['pay', 'authorize', 'capture', 'refund', 'void', 'reversal'] as const;

/** PENDING and PARTIALLY_TRANSFERRED are not subscribable (§6 rule 2). */
export const transferEvents = ['INITIATED', 'IN_TRANSIT', 'TRANSFERRED', 'FAILED'] as const;

export const webhookEvents = [...transactionEvents, ...transferEvents] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** How many webhooks a mode takes (§8). What the account does decides. */
export const WEBHOOKS_PER_MODE = 5;

/** What the older single address of an account became (§6 rule 4). */
export const LEGACY_WEBHOOK = 'Legacy webhook';

export const webhookModes = ['test', 'live'] as const;
export type WebhookMode = (typeof webhookModes)[number];

/** The subjects of a delivery record (§2.10). */
export const deliveryResources = ['transaction', 'transfer'] as const;
export type DeliveryResource = (typeof deliveryResources)[number];

/** Delivery record states (§3.5). */
export const deliveryStatuses = ['pending', 'delivered', 'retrying', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];
