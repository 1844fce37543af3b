/** What a webhook may subscribe to, sent exactly as written (interface §6). */
export const transactionEvents = ['pay', 'authorize', 'capture', 'refund', 'void', 'reversal'] as const;
export type TransactionEvent = (typeof transactionEvents)[number];

/** PENDING and PARTIALLY_TRANSFERRED are not subscribable (§6 rule 2). */
export const transferEvents = ['INITIATED', 'IN_TRANSIT', 'TRANSFERRED', 'FAILED'] as const;
export type TransferEvent = (typeof transferEvents)[number];

export const webhookEvents = [...transactionEvents, ...transferEvents] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export const webhookModes = ['test', 'live'] as const;
export type WebhookMode = (typeof webhookModes)[number];

/** Webhooks that one mode may have (§8). */
export const WEBHOOKS_PER_MODE = 5;

/** What a delivery record is about (§2.10). */
export const deliveryResources = ['transaction', 'transfer'] as const;
export type DeliveryResource = (typeof deliveryResources)[number];

/** Delivery record states (§3.5). */
export const deliveryStatuses = ['pending', 'delivered', 'retrying', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Seconds before the same record may be sent again (§8). */
export const RESEND_COOLDOWN_SECONDS = 30;
