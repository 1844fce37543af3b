/** The clauses of §5. */
import type { Clause } from './clause.ts';

export const authentication: Clause[] = [
  ['§5-1', 'Secret key | `Authorization` header.'],
  ['§5-2', 'The raw value, not a Bearer token. | Every dashboard-host call marked SK.'],
  [
    '§5-3',
    'API key | `api-key` header (from the dashboard Integrations section) | Payment session creation (together with the secret key).',
  ],
  [
    '§5-4',
    'Order hash | `Service-Hash` header (HMAC SHA256) | Customer-facing checkout-host calls: pay with token, create, read and delete a token.',
  ],
  ['§5-5', 'No secret key is sent.'],
  [
    '§5-6',
    'none |  | Public reads: session by id, public payment page, active discounts, checkout reference data, constants, the card-level and merchant-level fee lookups.',
  ],
  ['§5-7', 'Rules:', 'a heading of the list below it'],
  ['§5-8', 'Secret key and API key each come as a separate pair per environment.'],
  ['§5-9', 'Test and live keys are not interchangeable.'],
  ['§5-10', 'The Payment API key is never sent as a credential.'],
  [
    '§5-11',
    'It is the shared secret for computing the `Service-Hash` and for verifying redirect and webhook signatures.',
  ],
  ['§5-12', 'A Transfer API key signs payout webhook events (section 6).'],
  ['§5-13', 'The checkout host does not authenticate order operations.'],
  [
    '§5-14',
    'It forwards the credential to the dashboard route, which enforces authentication and permissions.',
  ],
  ['§5-15', 'Every secret-key call is checked against an IP allow-list.'],
  ['§5-16', 'An address not on the list gets 403 with the message `Unauthorized IP address`.'],
  ['§5-17', 'An empty list allows every address.'],
  ['§5-18', "Permissions are checked on the role of the key's user."],
  [
    '§5-19',
    'Permission changes may take about 24 hours to apply.',
    'needs about 24 hours and a change of a role',
  ],
  ['§5-20', 'Permissions named:', 'a heading of the list below it'],
  ['§5-21', '`webhook.view_webhook`: reading delivery records'],
  ['§5-22', '`webhook.resend_webhook`: resending a delivery'],
  ['§5-23', 'the refund permission: refund and void'],
  ['§5-24', 'the transaction-view permission: listing sessions'],
  ['§5-25', 'the API-key permission: creating a Payment API key'],
  [
    '§5-26',
    '`instant_settlements.all.view_instant_settlement` and `create_instant_settlement`: instant settlement, which also needs the account feature flag `instant_settlement_request`',
    undefined,
    ['test/electron/sandbox/routes/instant-settlement.test.ts'],
  ],
  ['§5-27', 'The construction of the `Service-Hash` value: not shown.'],
  [
    '§5-28',
    'The permission checked by webhook list, create, update and delete, and exact identifiers of the other permissions: not shown.',
  ],
];
