/** The clauses of §3.1 to §3.6. */
import type { Clause } from './clause.ts';

export const states: Clause[] = [
  ['§3.1-1', 'States named:', 'a heading; the states are checked in every session listed'],
  ['§3.1-2', '`CREATED` (initial, on creation; the first history entry)'],
  [
    '§3.1-3',
    '`PENDING`, `OPENED` (appear in reads and history)',
    undefined,
    ['test/electron/sandbox/state/sessions.test.ts'],
  ],
  [
    '§3.1-4',
    'Final states: `PAID`, `AUTHORIZED`, `FAILED`, `EXPIRED`, `ABANDONED`, `REJECTED`, `VOIDED`, `REVERSED`, `REFUNDED`',
    undefined,
    ['test/electron/sandbox/state/sessions.test.ts'],
  ],
  [
    '§3.1-5',
    '(none) | create session | valid request | CREATED | history gets a CREATED entry; `failureAttempts`, `capturedAmount`, `refundedAmount` start at 0',
  ],
  [
    '§3.1-6',
    'any non-final | abandon operation | the customer closed checkout, or the merchant no longer wants the session | ABANDONED | ',
  ],
  [
    '§3.1-7',
    'All other session transitions: not shown.',
    'not shown: only a customer on the payment page, or time, moves a session on',
    ['test/electron/sandbox/state/sessions.test.ts'],
  ],
  [
    '§3.1-8',
    'A client polls the session until the status is final, or relies on a webhook and confirms with a read.',
    'advice to clients; Closeout polls and confirms with a read',
  ],
  ['§3.2-1', '(none) | request created |  | PENDING'],
  [
    '§3.2-2',
    'PENDING | early-payout amount deducted from the balance |  | PROCESSING',
    'happens inside the gateway and in its own time; the states listed are checked',
    ['test/electron/sandbox/routes/instant-settlement.test.ts'],
  ],
  [
    '§3.2-3',
    'PROCESSING | money reaches the payout method |  | TRANSFERRED',
    'happens inside the gateway and in its own time; the states listed are checked',
    ['test/electron/sandbox/routes/instant-settlement.test.ts'],
  ],
  [
    '§3.2-4',
    'any | request will not be processed |  | DECLINED',
    'happens inside the gateway and in its own time; the states listed are checked',
    ['test/electron/sandbox/routes/instant-settlement.test.ts'],
  ],
  [
    '§3.3-1',
    'Values: `PENDING`, `INITIATED`, `IN_TRANSIT`, `TRANSFERRED`, `FAILED`; for batches also `PARTIALLY_TRANSFERRED`.',
  ],
  ['§3.3-2', 'Transitions: not shown.', 'not shown'],
  ['§3.4-1', 'Payment status filter values: `PAID`, `UNPAID`, `OVERDUE`, `EXPIRED`.'],
  ['§3.4-2', 'An invoice starts `unpaid`.'],
  ['§3.4-3', 'A link or invoice `state` of `submitted` is the value used on creation.'],
  ['§3.4-4', 'Transitions: not shown.', 'not shown'],
  ['§3.5-1', 'pending | delivery succeeds | delivered'],
  [
    '§3.5-2',
    'pending / retrying | attempt fails and attempts remain | retrying (between backoff attempts)',
    undefined,
    ['test/electron/sandbox/webhooks/deliver.test.ts'],
  ],
  [
    '§3.5-3',
    'retrying | the attempt cap is exhausted | failed',
    undefined,
    ['test/electron/sandbox/webhooks/deliver.test.ts'],
  ],
  [
    '§3.5-4',
    'Transitions from pending on first failure: not shown.',
    'not shown',
    ['test/electron/sandbox/webhooks/deliver.test.ts'],
  ],
  ['§3.6-1', 'Status `ACTIVE` on creation.'],
  ['§3.6-2', 'It ends when deactivated or when it passes its `endDate`.'],
  ['§3.6-3', 'Other status values: not shown.'],
];
