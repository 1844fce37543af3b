/** Settlement window states named in assumptions ("Settlement"); an open set. */
export const windowStatuses = ['OPEN', 'CLOSED', 'SETTLED'] as const;
export type WindowStatus = (typeof windowStatuses)[number];

/** Instant settlement request states (interface §3.2). */
export const instantRequestStatuses = ['PENDING', 'PROCESSING', 'TRANSFERRED', 'DECLINED'] as const;
export type InstantRequestStatus = (typeof instantRequestStatuses)[number];

/**
 * How the last reading of settled transactions ended. `moving`: all of it was gone through, again and again, and the gateway
 * still counts other rows than those it gave.
 */
export const syncEndings = ['whole', 'moving', 'cancelled', 'failed'] as const;
export type SyncEnding = (typeof syncEndings)[number];
