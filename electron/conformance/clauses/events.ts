/** The clauses of §6. */
import type { Clause } from './clause.ts';

export const events: Clause[] = [
  ['§6-1', 'Webhooks are configured through the webhook endpoints.'],
  ['§6-2', 'A webhook receives only events emitted in its `mode` and only event types in its `events`.'],
  ['§6-3', 'Subscribable `events` values (sent exactly as written, case-sensitive):'],
  [
    '§6-4',
    'Transaction operations (lowercase) | `pay`, `authorize`, `capture`, `refund`, `void`, `reversal`',
  ],
  ['§6-5', 'Transfer statuses (uppercase) | `INITIATED`, `IN_TRANSIT`, `TRANSFERRED`, `FAILED`'],
  ['§6-6', 'Rules:', 'a heading of the list below it'],
  ['§6-7', 'Matching is exact.'],
  ['§6-8', 'A transaction with operation `partial_refund` does not match a `refund` subscription.'],
  [
    '§6-9',
    'A per-session destination is not event-filtered and still receives it.',
    undefined,
    ['test/electron/sandbox/webhooks/events.test.ts'],
  ],
  [
    '§6-10',
    'Transfer statuses `PENDING` and `PARTIALLY_TRANSFERRED` are not subscribable, so entering them triggers no delivery.',
    undefined,
    ['test/electron/sandbox/webhooks/events.test.ts'],
  ],
  ['§6-11', 'A per-request destination is set with the session field `serverWebhook`.'],
  [
    '§6-12',
    'An account that used the older single stored webhook URL has it migrated into a webhook named `Legacy webhook`.',
    'needs an account of before the webhooks; it cannot be made from outside',
  ],
  [
    '§6-13',
    'It is subscribed to every event type.',
    'needs an account of before the webhooks; it cannot be made from outside',
  ],
  [
    '§6-14',
    '`isActive` carries over the old enabled state.',
    'needs an account of before the webhooks; it cannot be made from outside',
  ],
  [
    '§6-15',
    "`mode` is derived from the account's current mode.",
    'needs an account of before the webhooks; it cannot be made from outside',
  ],
  ['§6-16', "Transaction events are signed with the Payment API key of the webhook's mode."],
  [
    '§6-17',
    'The signed string takes the keys in `signatureKeys`, sorted alphabetically, with each value URL-encoded.',
  ],
  [
    '§6-18',
    "Transfer events are signed with the Transfer API key, over the payload's own `signatureKeys` in array order, with raw values.",
  ],
  ['§6-19', 'A webhook subscribed to both kinds needs two verifiers, chosen by event kind.'],
  ['§6-20', 'Custom `headers` are sent with every delivery.'],
  ['§6-21', 'Delivery records are kept per attempt (2.10).'],
  ['§6-22', 'A resend replays the original stored request, signature included.'],
  [
    '§6-23',
    'Event payload shape, the signature header name and algorithm for webhooks, and the attempt cap and backoff schedule: not shown.',
  ],
  ['§6-24', 'Webhook URL rule: `url` must be a public https URL.'],
  [
    '§6-25',
    'Non-https schemes, localhost, loopback, link-local and private (RFC 1918) addresses are rejected.',
  ],
];
