/** Settlement window states named in assumptions ("Settlement"); an open set. */
export const windowStatuses = ['OPEN', 'CLOSED', 'SETTLED'] as const;
export type WindowStatus = (typeof windowStatuses)[number];

/** Instant settlement request states (interface §3.2). */
export const instantRequestStatuses = ['PENDING', 'PROCESSING', 'TRANSFERRED', 'DECLINED'] as const;
export type InstantRequestStatus = (typeof instantRequestStatuses)[number];
