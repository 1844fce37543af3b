/** The clauses of §7 to §9. */
import type { Clause } from './clause.ts';

export const errorsLimitsVersions: Clause[] = [
  ['§7-1', '400 | Bad request.'],
  [
    '§7-2',
    'Includes a virtual currency on a payment link when conversion is not enabled, with the message `Currency conversion feature is not enabled.`',
  ],
  ['§7-3', 'Also a missing `operation=apiKey.create` on key creation.'],
  ['§7-4', '401 | Unauthorized.'],
  ['§7-5', 'Includes a POS terminal belonging to another merchant.'],
  ['§7-6', '403 | Forbidden.'],
  [
    '§7-7',
    'Includes a missing permission, even with a valid key (webhook records, resend), and an address not on the IP allow-list (`Unauthorized IP address`).',
  ],
  ['§7-8', '404 | A public payment page that is unpublished or deleted.'],
  ['§7-9', 'The webhook record and test routes on the test environment.'],
  ['§7-10', '429 | Resending the same delivery record within 30 seconds.'],
  ['§7-11', '500 | Server error.'],
  [
    '§7-12',
    'The webhook URL rule and the limit of webhooks per mode produce rejections on create and update.',
  ],
  ['§7-13', 'The status code for these rejections is not stated.'],
  ['§7-14', 'Error body shape: not shown.'],
  ['§7-15', 'Status code and format when the checkout rate limit is exceeded: not shown.', 'not shown'],
  [
    '§8-1',
    'Checkout requests | 1000 per minute per IP address | POST /v3/orders on the checkout host, live environment only.',
  ],
  ['§8-2', 'No limit on the test environment.'],
  ['§8-3', 'The figure does not apply to other checkout-host routes.'],
  [
    '§8-4',
    'Clients behind a shared outbound IP share one bucket.',
    'needs two clients behind one address; the flood of one is checked',
  ],
  ['§8-5', 'Requests over the limit are rejected.'],
  ['§8-6', 'Webhooks | 5 per mode (5 test and 5 live).'],
  ['§8-7', 'A 6th in a full mode is rejected. | Create and update-of-mode.'],
  [
    '§8-8',
    'The figure is flagged as possibly per-mode or global at design time; actual account behaviour is authoritative.',
  ],
  ['§8-9', 'Resend cooldown | 30 seconds per record | Resend a delivery'],
  [
    '§8-10',
    'Authorization hold | 7 or 30 days, by configuration | Capture',
    'needs 7 or 30 days',
    ['test/electron/sandbox/state/online-orders.test.ts'],
  ],
  [
    '§8-11',
    'Session failure attempts | `maxFailureAttempts` | Payment session',
    'only refused cards of a customer on the payment page count as failures',
    ['test/electron/sandbox/state/sessions.test.ts'],
  ],
  [
    '§8-12',
    'POST /v2/paymentRequest/share is rate-limited on the dashboard host and is the only rate-limited dashboard endpoint.',
  ],
  ['§8-13', 'The figure: not shown.'],
  ['§8-14', 'Maximum page size and other dashboard limits: not shown.'],
  ['§9-1', 'The interface version is `v3`.'],
  ['§9-2', 'Paths carry a version prefix, `/v2/` or `/v3/`, and both prefixes are in use.'],
  ['§9-3', 'Each path is fixed to its prefix.'],
  [
    '§9-4',
    'Environments differ by host, not by path: a test host and a live host each for the dashboard and the checkout.',
  ],
  ['§9-5', 'Deprecation policy and version negotiation: not shown.', 'not shown'],
];
