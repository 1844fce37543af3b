/** The events that a webhook may subscribe to, sent exactly as written (interface §6). */
const transactionEvents = ['pay', 'authorize', 'capture', 'refund', 'void', 'reversal'] as const;

/** PENDING and PARTIALLY_TRANSFERRED are not subscribable (§6 rule 2). */
const transferEvents = ['INITIATED', 'IN_TRANSIT', 'TRANSFERRED', 'FAILED'] as const;

export const webhookEvents = [...transactionEvents, ...transferEvents] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export const webhookModes = ['test', 'live'] as const;
export type WebhookMode = (typeof webhookModes)[number];

/** The subjects of a delivery record (§2.10). */
export const deliveryResources = ['transaction', 'transfer'] as const;
export type DeliveryResource = (typeof deliveryResources)[number];

/** Delivery record states (§3.5). */
export const deliveryStatuses = ['pending', 'delivered', 'retrying', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];
