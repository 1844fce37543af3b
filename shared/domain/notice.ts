/** Facts that need a person soon. `urgent` is told again even after `soon`. */
export const noticeLevels = ['soon', 'urgent'] as const;
export type NoticeLevel = (typeof noticeLevels)[number];

export const noticeKinds = [
  'cut-off-near',
  'day-not-closed',
  'result-not-known',
  'words-not-known',
  'hold-ending',
  'deliveries-failing',
  'approval-asked',
] as const;

/** How long before a cut-off it is told, in minutes, if nobody set it. */
export const CUT_OFF_WARNING_MINUTES = 60;
