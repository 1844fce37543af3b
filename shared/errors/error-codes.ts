/**
 * The code of every failure that a person can meet: a fact, never a sentence. `resources/locales/en/errors.json` and
 * `ar/errors.json` have its sentences under `<kind>.<code>`.
 */
export const errorCodes = {
  gateway: [
    'unreachable', // no connection could be made (name, refused, network)
    'tls', // the certificate or the handshake was refused
    'timeout', // no whole answer before the deadline
    'connection-lost', // the connection ended before the answer was whole
    'not-a-gateway', // the answer is not the gateway's (HTML, empty, not JSON)
    'bad-answer', // JSON, but not the shape we must have; params.where, params.problem
    'other-form', // an answer that the document leaves open, in a form that was not learnt; params.operation, params.problem
    'form-changed', // an answer that is not what was learnt any more; params.operation, params.problem
    'too-large', // answer above our limit
    'redirected', // a redirect, which we never follow
    'key-refused', // 401
    'foreign-terminal', // 401 on a terminal: it belongs to another merchant (§4.10)
    'permission-missing', // 403; params.permission when the gateway named it
    'address-not-allowed', // 403 "Unauthorized IP address" (§5 rule 5)
    'feature-off', // 403 of an account feature flag, 400 of currency conversion; params.feature when it was named
    'not-found', // 404: no such record
    'not-offered', // 404 of a read as such, in whatever dress; params.operation: its name in the gateway profile
    'unpublished', // 404 of a public payment page (§4.14)
    'too-soon', // 429 with a waiting time; params.seconds
    'limit', // 429 or 422, over a limit
    'conflict', // 409
    'refused', // 400 or 422, or HTTP 200 with status FAILURE
    'server', // 5xx
    'cancelled', // we stopped it ourselves
  ],

  input: [
    'invalid', // contract input of the wrong shape; params.where
    'host-not-https',
    'host-not-a-url',
    'terminal-id-invalid',
    'terminal-has-rows', // it cannot be removed before they are closed; params.terminalId, params.count
    'profile-exists',
    'amount-mismatch', // the retyped amount differs; params.expected
    'amount-not-understood',
    'note-needed',
    'rule-too-wide',
    'range-upside-down',
    'reason-needed',
    'enrolment-passphrase-wrong',
    'key-needed',
    'card-number', // a text with a card number in it; params.field
    'email-not-understood', // params.field
    'phone-not-understood', // params.field
    'date-not-ahead', // a due date that is past; params.field
    'name-differs', // the typed name of what is deleted; params.field
    'last-four-differ', // the typed last four digits of a card; params.field
    'customer-needed', // a card is kept for a customer; params.field
    'bin-not-understood', // six to eight digits are wanted; params.field
    'address-not-public', // a webhook tells a public https address only; params.field
    'headers-not-kept', // values of headers are typed again: they were not stored; params.field
    'not-looked-for', // the checkout may exist: it is made again only after a whole list did not contain it
    'nothing-selected',
    'key-in-use', // this PC signs with the key that is to be deleted; params.field
    'address-not-understood', // of the list of allowed addresses; params.field, params.address
    'number-not-understood', // of a recipient; params.field
    'number-not-kept', // a recipient's number is typed again: it was not stored; params.field, cause: recipient (not opened), ending (only its end was typed)
    'recipient-kept', // the same name and number are kept already; params.field
    'bank-needed', // params.field
    'list-changed', // what was confirmed was about another list; params.field
    'shuts-out', // a list of allowed addresses without this PC; params.field
    'replaced', // the same asker has asked a newer question
  ],

  storage: [
    'folder-not-writable',
    'folder-not-private', // another user's, writable by others, or a link in it; params.file, params.what, params.entry
    'folder-was-open', // others could read it, which is mended; params.file
    'disk-full',
    'newer-version', // a database or settings file from a newer Closeout; params.file
    'damaged', // params.file, params.kept (where the bad file was put)
    'backup-failed', // params.folder, params.cause: one of these codes
    'anchor-failed', // params.folder, params.cause
    'backup-passphrase-short', // params.least: characters
    'backup-passphrase-missing', // none is kept for the schedule
    'backup-passphrase-wrong',
    'backup-not-made', // params.folder, params.code
    'backup-file-not-found', // params.file
    'backup-not-whole', // params.file, params.problem
    'enrolment-invalid', // params.file
    'enrolment-not-written', // params.file, params.code
    'enrolment-not-removed', // it was used and is still there; params.file
    'move-folder-invalid', // params.folder, params.why: not-whole, inside, not-empty, or a code
    'restore-not-empty', // there is a merchant already
    'busy', // another Closeout uses this data folder; params.pid
    'export-not-writable', // the folder for files; params.folder
    'export-folder-invalid', // not a folder, or not a whole path; params.folder
    'export-disk-full', // params.folder
    'export-failed', // params.folder, params.code
    'export-too-long', // a PDF of a list; params.rows, params.most
    'pdf-no-browser', // the browser host has nothing to render paper with
    'pdf-failed', // params.problem
    'unexpected',
  ],

  keychain: ['unavailable', 'refused', 'key-missing'],

  profile: [
    'none-active',
    'not-found',
    'overrule-invalid', // gateway-profile.json is bad; params.where, params.problem
    'binding-changed', // profile.json differs from what its keys are for; params.field, params.known, params.found
    'movement-in-flight', // cannot switch now
  ],

  movement: [
    'already-open', // one open operation per subject; params.opId
    'terminal-busy', // reversal and acknowledgement of one terminal exclude each other; params.opId
    'set-changed', // the outstanding set is not the confirmed one any more
    'preparation-expired', // the pre-check is too old; prepare again
    'claimed', // another PC is moving this money; params.pc, actor, atMs, claim
    'moved-elsewhere', // another PC has moved it since; params.pc, actor, atMs
    'not-claimed', // head office was not reached; params.failure, pc: who could do it
    'planned-before', // there was another operation on the same money since; params.opId
    'not-listed', // the transaction is not in the fresh list
    'already-reversed', // params.opId, if it was reversed here
    'not-reversible', // payment type that cannot be reversed; params.paymentType
    'unreadable-rows', // the list has rows we cannot read, so no total can be confirmed; params.count
    'unreadable-since-sent', // sent again it would cover rows that nobody decided on; params.count
    'nothing-outstanding',
    'order-not-found', // params.orderId
    'order-not-unique', // several orders have this name; params.orderId
    'order-unreadable', // the answer about it has rows that cannot be read; params.orderId, params.count
    'nothing-left', // of the order's money, for this amount; params.orderId
    'not-pay-later', // only what was bought to pay later is reversed; params.orderId
    'card-gone', // the gateway does not have this saved card any more
    'card-without-customer', // nobody can sign for a card whose customer is not known
    'quote-expired',
    'quote-changed',
    'none-failed', // no transfer of this batch has failed, or all that did were paid again; params.opId
    'members-changed', // others have failed than those that were shown
    'over-limit', // params.which: minimum, request or day; params.limit, params.requested, params.currency
    'nothing-eligible', // none of these sales can be paid early any more
    'not-allowed-in-state', // params.state
    'absence-not-shown', // the fresh read neither shows that it happened nor that it did not
    'evidence-needed',
    'journal-blocked', // money is stopped; params.cause: restored, damaged; or where, at, what: the record is broken
    'operation-not-found',
  ],

  people: [
    'no-people', // first start: an administrator is needed
    'already-begun', // there is somebody already
    'locked',
    'not-allowed', // params.right
    'pin-wrong', // params.left: tries before the block
    'second-pin-wrong', // the second person's; params.left
    'blocked', // params.minutes, params.name
    'pin-unusable', // not 6 to 12 digits
    'pin-weak', // all the same, or a row of digits
    'name-taken',
    'person-not-found',
    'last-administrator',
    'second-needed', // over the limit: a second person, or a request
    'second-not-allowed', // not another person, or without the right to approve
    'own-request', // who asked cannot approve
    'request-not-open', // decided already (params.cause ended, by), or about something else
    'request-not-recorded', // the audit record does not say that this was asked for
    'requester-not-allowed', // taken off, or without the right by now; params.requestedBy
    'request-waiting', // one waiting request for one thing; params.requestedBy
    'approval-not-needed', // one person is enough: it can be confirmed right away
    'decided-there-only', // it can be decided on its own PC alone; params.cause
    'decision-taken-back', // whoever decided took it back
    'decision-sent', // a decision on it has left and is not answered; params.by
    'decision-expired', // it came to its PC after its end
    'decision-clock', // the clock of the PC that it comes from is ahead
    'decision-changed', // it is not of what was asked for here
    'decision-unsigned', // the PC that it names did not sign it so
    'decision-not-allowed', // its person may not approve, or its PC may not decide for this branch; params.by, cause 'chain' by the list of head office
    'no-pin-here', // params.name has chosen none on this PC yet: an administrator of the chain makes a code
    'code-wrong', // params.left
    'code-ended', // used, too old, tried too often, or there is none
    'of-head-office', // changed by an administrator of the chain only
    'not-of-chain', // who acts is no administrator of the chain; params.name
    'pc-not-confirmed', // this PC may not change the chain's people
    'chain-code', // no list or no PC has this code
    'chain-other', // the list at head office is another one, or does not go on
    'chain-there', // people are at head office already, or this PC takes them from elsewhere
    'chain-none', // this PC takes no people over
    'chain-self', // the own administration, or the own PC
    'chain-last-pc', // the only confirmed one may not go
    'chain-busy', // others changed people all the time
    'register-unreadable',
  ],

  headOffice: [
    'not-an-enrolment', // params.file
    'edited', // the seal of an enrolment does not fit; params.file
    'expired', // params.file
    'used', // or withdrawn, or its password is wrong
    'other-merchant', // params.merchant, params.environment
    'joined-already', // params.name
    'file-not-removed', // it was used and is still there; params.file
    'failed', // params.failure
    'not-asked', // params.failure
    'claim-ended',
    'claim-unread', // params.terminal
  ],

  closing: [
    'not-found',
    'branch-not-found', // no terminal belongs to it; params.branchKey
    'not-allowed-in-state', // params.state
    'day-closed', // params.date, params.number: later sales belong to the next day
    'day-not-begun', // a date to come; params.date, params.today
    'clock-behind', // the clock says a day before the last closed one; params.today, params.lastClosed
    'settings-behind', // with this zone or cut-off it is a day before the last closed one; params.today, params.lastClosed
    'covered-by-later', // a later day is closed, and that close took what was open; params.date, params.lastClosed
    'already-begun', // another close of the branch is under way; params.date, params.by
    'reopened-first', // an earlier day is reopened and not closed again; params.date
    'provisional-waits', // a provisional close must be finished before a day is reopened; params.date
    'blocked', // params.step, params.reason, params.count
    'approval-needed', // a second person; params.act
    'changed-since', // approved figures are not those of the close any more
    'branch-has-closes', // its numbers would begin again under another name; params.branch, params.number
    'blind-count', // the expected figures are not shown before the count is stored
    'line-not-found', // params.where
    'time-zone-unknown', // params.timeZone
    'terminal-not-in-close', // params.terminalId
    'z-not-found', // params.number
  ],

  import: [
    'too-large', // params.most: megabytes
    'too-heavy', // it needs more memory than a file is given
    'empty-file',
    'upload-gone', // discarded, confirmed, or the app was started again: choose the file again
    'out-of-order', // params.at: where to go on
    'incomplete', // params.received, params.size: bytes
    'busy', // it is being read
    'format-unknown', // neither table nor statement
    'old-excel', // .xls: save it as .xlsx
    'pdf', // a printed statement
    'picture', // a scanned or photographed one
    'web-page',
    'text-document', // of a word processor
    'other-spreadsheet', // .ods, .xlsb: save it as .xlsx
    'archive-mixed', // params.name: what is in an archive and is no statement of a bank
    'broken',
    'broken-at', // params.row: the line of the file, or the row of the table
    'encrypted', // a password is on it
    'archive-unsafe', // an archive that unpacks to far more than it is
    'xml-unsafe', // XML with a DOCTYPE
    'version-unknown', // params.version
    'too-many-rows', // params.most
    'sheet-column-missing', // params.column
    'too-many-columns', // params.most
    'mapping-missing',
    'column-missing', // params.column
    'kind-not-fitting', // a bank format holds no sales
    'source-not-found',
    'preview-gone', // another preview stands, or none
    'bad-lines', // params.count: they must be left out by a person
    'blocked', // params.warning
    'nothing-to-import',
    'imported-meanwhile', // another import of the source came in between
    'not-found',
    'withdrawn-already',
    'lines-missing',
  ],

  reconciliation: [
    'exception-gone', // no exception has this key any more; params.key
    'changed-since', // its amounts are not those that were seen; params.key
    'changed-since-asked', // its amounts are not those that were sent for approval; params.key
    'decided-already', // resolved or written off; params.key
    'not-decided', // there is nothing to take back; params.key
    'item-gone', // params.itemId
    'item-matched', // by a person, in another match; params.itemId
    'currencies-differ',
    'early-with-others', // an early payout is matched by itself; params.requestId
    'difference-changed', // params.difference
    'match-gone', // taken back already
    'rule-gone',
    'nothing-to-write-off', // the amounts are the same, or in two currencies; params.key
    'time-zone-unknown', // params.timeZone
    'weekend-whole-week',
    'from-to-come', // the first day that is compared is after params.today
    'sheet-unreadable',
    'sheet-gone', // another one was read meanwhile, or Closeout was started again
    'column-missing', // params.column
    'too-many', // params.most: rows
  ],

  policy: [
    'unreadable', // params.file, params.code
    'not-json', // params.file, params.line
    'unknown-key', // params.file, params.line (0: the place has no lines), params.key
    'wrong-value', // params.file, params.line, params.key
    'duplicate-key', // params.file, params.line, params.key
    'writable-by-others', // everybody on this computer could change it; params.file
    'not-owned', // it belongs to somebody else than the computer's administrator; params.file
    'set', // the organisation has set this; params.key
  ],

  update: [
    'off',
    'no-feed',
    'no-key', // without a signature of the system, and without a key of the organisation
    'not-signed', // the list of versions, with the organisation's key
    'wrong-file', // its SHA-512 is not the one in the list
    'other-version', // params.version is the one that was asked for
    'not-fetched', // params.code
    'nothing-ready',
    'no-version-before',
    'day-being-closed',
    'money-moving',
  ],

  internal: [
    'unexpected', // params.reference
    'answer-lost', // of a call that acts: whether it was done is not known; params.reference
  ],
} as const;
