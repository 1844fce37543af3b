/** The clauses of §4 to §4.3. */
import type { Clause } from './clause.ts';

export const endpointsOfPayments: Clause[] = [
  ['§4-1', 'Authentication is stated per row.'],
  ['§4-2', '`SK` means the `Authorization` header carries the secret key.'],
  ['§4-3', '`none` means no credential.'],
  ['§4-4', 'Error responses are in section 7.', 'a pointer to section 7'],
  ['§4.1-1', 'POST | /v3/payment/sessions | dashboard | SK + `api-key` header | Body per 2.1.'],
  ['§4.1-2', 'Returns 200 with the session document (2.2).'],
  ['§4.1-3', "GET | /v3/payment/sessions | dashboard | SK | Lists the merchant's sessions."],
  ['§4.1-4', 'Returns an object holding a paginated collection of session documents.'],
  ['§4.1-5', 'Requires the transaction-view permission.'],
  ['§4.1-6', 'Query parameters and pagination envelope: not shown.'],
  [
    '§4.1-7',
    'GET | /v3/payment/sessions/{sessionId} | dashboard | none | Returns the session document (2.2).',
  ],
  ['§4.1-8', '`sessionId` is the session `_id`.'],
  [
    '§4.1-9',
    'The id acts as a capability and is not to be published.',
    'a duty of the client; no session id is written by this suite',
  ],
  [
    '§4.1-10',
    'GET | /v3/payment/sessions/{sessionId}/payment | dashboard | SK | Returns `{message, data}` (2.3).',
  ],
  [
    '§4.1-11',
    'PATCH | abandon a payment session | dashboard | SK (not stated) | Marks the session ABANDONED.',
  ],
  ['§4.1-12', 'Path and payload: not shown.'],
  ['§4.2-1', 'PUT `/v3/orders/{orderId}` on the checkout host.'],
  ['§4.2-2', 'The body has `apiOperation` naming the operation.'],
  ['§4.2-3', 'Values `REFUND`, `VOID` and `REVERSAL` are named.'],
  ['§4.2-4', 'The checkout host applies no authentication.'],
  [
    '§4.2-5',
    'It rewrites the path from `apiOperation` and forwards the request, credential included, to the dashboard route.',
  ],
  ['§4.2-6', 'The dashboard route is where authentication and permissions are enforced.'],
  ['§4.2-7', 'Each operation is also reachable as its own path on the dashboard host.'],
  ['§4.2-8', 'The two routes are the same operation.'],
  ['§4.2-9', 'Authenticate with SK.'],
  ['§4.2-10', "Refund and void also need the refund permission on the key's role."],
  ['§4.2-11', 'Capture takes the money of a previously authorized order, fully or partially.'],
  [
    '§4.2-12',
    'It must happen before the hold expires (7 or 30 days, depending on configuration), or the authorization lapses.',
    'needs 7 or 30 days',
    ['test/electron/sandbox/state/online-orders.test.ts'],
  ],
  ['§4.2-13', 'PUT | /v3/payment/reversal/{orderId} | dashboard | SK | Body `{apiOperation: REVERSAL}`.'],
  [
    '§4.2-14',
    'Returns `{response: {}, transactionId, messages: {en, ar}, status, provider: {type, version}}`.',
  ],
  ['§4.2-15', 'Reversal is a rail-level undo for card-present and buy-now-pay-later flows.'],
  ['§4.2-16', 'For an online card sale use void before settlement and refund after.'],
  [
    '§4.2-17',
    'Fields other than `apiOperation`: not shown; anything else sent is passed through as sent.',
    'that it is passed through could only be seen behind the gateway',
  ],
  [
    '§4.2-18',
    'Request fields for capture, refund and void, and the `apiOperation` value for capture: not shown.',
  ],
  ['§4.3-1', 'DELETE | /v3/payment/tokenization/tokens/{token} | dashboard | SK | No body.'],
  ['§4.3-2', 'Returns `{message}`.'],
  ['§4.3-3', '`token` is a saved card token.'],
  ['§4.3-4', 'Recurring charges that reference it fail afterwards.'],
  [
    '§4.3-5',
    'DELETE | /v3/cards/tokens/{token} | checkout | `Service-Hash` header (HMAC SHA256), no secret key | Counterpart of the row above.',
  ],
  [
    '§4.3-6',
    'POST | /v3/orders/ (trailing slash) | checkout | `Service-Hash` | Creates a payment from a saved card token.',
  ],
  ['§4.3-7', 'Request and response fields: not shown.'],
  [
    '§4.3-8',
    'Dashboard-host account-wide token reads sit under `/v3/payment/tokenization`, with SK and no hash.',
  ],
  [
    '§4.3-9',
    'Create and read token on the checkout host, and the list of saved tokens: paths and shapes: not shown.',
  ],
  ['§4.3-10', 'Card numbers are always masked.'],
  ['§4.3-11', 'No endpoint returns a full card number.'],
];
