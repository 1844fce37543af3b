/** Transfer states (interface §3.3); only a batch is ever PARTIALLY_TRANSFERRED. */
export const transferStatuses = ['PENDING', 'INITIATED', 'IN_TRANSIT', 'TRANSFERRED', 'FAILED'] as const;
export type TransferStatus = (typeof transferStatuses)[number];

export const transferBatchStatuses = [...transferStatuses, 'PARTIALLY_TRANSFERRED'] as const;
export type TransferBatchStatus = (typeof transferBatchStatuses)[number];

/** The document shows no currency of payouts: they are in EGP (assumed). */
export const PAYOUT_CURRENCY = 'EGP';

/** How a payout reaches its recipient (§2.8); bank and card need `recipientBank`. */
export const payoutMethods = ['bank', 'card', 'wallet'] as const;
export type PayoutMethod = (typeof payoutMethods)[number];

/** ACTIVE is documented (§3.6); the others are assumed. */
export const schedulerStatuses = ['ACTIVE', 'INACTIVE', 'ENDED'] as const;
export type SchedulerStatus = (typeof schedulerStatuses)[number];

/** MONTHLY is documented (§2.8), WEEKLY assumed. */
export const recurringFrequencies = ['WEEKLY', 'MONTHLY'] as const;
export type RecurringFrequency = (typeof recurringFrequencies)[number];

/** The interface says no limit of a batch (§4.15): so many are sent together at most (assumed). */
export const MOST_IN_BATCH = 500;
