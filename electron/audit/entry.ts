/** One entry of the audit record: its canonical text and its hash. Pure. */
import { hash } from 'node:crypto';
import { searchText } from '#shared/text/digits.ts';

export const auditActions = [
  'record.begun', // the first entry; its target is the profile that the record belongs to
  'app.started',
  'app.stopped',
  'profile.connected',
  'profile.edited',
  'profile.bound',
  'profile.removed',
  'profile.opened',
  'profile.closed',
  'keys.replaced', // which kinds, and their fingerprints
  'connection.checked',
  'settings.changed',
  'journal.checked', // a person looked up what a restored journal had lost
  'record.exported', // params.file, and head: the hash of the last entry in it
  'record.continued', // after a crash: how many entries and events came after the last anchor
  'making.done', // target: what a person calls it; params.what, our reference, amount
  'making.refused',
  'making.not-known', // no answer came, and it may exist
  'making.dropped', // a person decided that it is not needed
  'checkout.abandoned',
  'checkout.revealed', // its id and address were shown; params.key
  'saved-card.deleted', // target: the last four digits; params.key
  'saved-card.delete-refused',
  'saved-card.delete-not-known', // it was still there when it was read afterwards
  'making.changed', // target: the name; params.what, key
  'making.change-refused',
  'making.change-not-known',
  'making.deleted',
  'making.delete-refused',
  'making.delete-not-known', // it was still there when it was read afterwards
  'webhook.tested', // target: its name; params.key, delivered
  'share.sent', // target: the bill or page; params.what, to: masked
  'share.refused',
  'recipient.saved', // target: the name; params.key, ending: the end of its number
  'recipient.changed', // the same; nameBefore, endingBefore
  'recipient.removed',
  'share.not-known', // no answer came: it may have been sent
  'key.tried', // target: its name; params.ending
  'addresses.changed', // what the gateway allows; params.added, removed
  'addresses.change-refused',
  'addresses.change-not-known', // what it lists afterwards is not what was sent, or could not be read
  'delivery.resent', // target: its event and subject; params.record, ending
  'delivery.resend-refused',
  'delivery.resend-not-known', // no answer came: the server may have been told again
  'backup.made', // params.path, sha256, by
  'backup.restored', // the first entry after it; params.madeAtMs
  'report.saved', // target: the path; params.format, rows, sha256
  'person.added',
  'person.changed', // name, role, or back again
  'person.removed', // not active any more; nobody is deleted
  'person.pin-changed',
  'person.pin-refused',
  'person.blocked',
  'person.unblocked',
  'person.shared', // head office keeps them from now on
  'person.changed-elsewhere', // head office keeps them; params.before, after, pc
  'person.code-made', // a one-time code; target: the person; params.name, pc
  'person.code-refused',
  'person.signed-in',
  'person.locked', // params.reason
  'approval.requested',
  'approval.approved', // a second person's PIN, or a request that was confirmed
  'approval.refused',
  'approval.withdrawn',
  'approval.sent', // target: the request of another PC; params.of, kind, amounts, word, by, until when it holds
  'approval.taken-back', // target: the request of another PC; params.takesBack: the hash of the entry that decided it
  'approval.declined', // a decision of another PC was not carried out; params.decision: the hash of its entry, by, error
  'word.said', // what a word of the gateway means; params.word is its hash
  'day.begun',
  'day.cancelled',
  'day.terminal-left', // params.reason null: taken in again
  'day.outstanding-left',
  'day.operation-carried',
  'day.frozen',
  'day.counted',
  'day.late-arrivals', // params.decision
  'day.explained',
  'day.closed', // a Z was issued: number, revision, and the SHA-256 that seals it
  'day.reopened',
  'day.z-printed',
  'day.settings-changed',
  'deposit.entered', // target: the settlement window
  'deposit.withdrawn',
  'import.confirmed', // target: the import; params.refilled: the lines of an earlier one are there again
  'import.withdrawn',
  'reconciliation.matched', // target: the match
  'reconciliation.unmatched',
  'reconciliation.assigned', // target: the exception's key; owner, due date, remark
  'reconciliation.resolved',
  'reconciliation.written-off', // with the amount, and who approved it
  'reconciliation.reopened',
  'reconciliation.settings-changed',
  'reconciliation.learnt-forgotten', // target: the source; params.kind, name
  'reconciliation.learnt-used-again',
  'reconciliation.rule-added', // target: the rule; params.text, account, amounts, kind
  'reconciliation.rule-changed', // the same
  'reconciliation.rule-on',
  'reconciliation.rule-off',
  'head-office.joined', // params.name, pc, branch, host
  'head-office.left',
  'people.begun', // the list of the chain's people; params.code, name
  'people.taken-over', // this PC takes its people from it; params.code
  'people.left',
  'people.pc-confirmed', // target: the PC; params.name
  'people.pc-unconfirmed',
  'claim.taken-over', // target: the operation of the other PC; params.pc, by, kind, note
  'movement.unclaimed', // target: the operation; params.kind, why it went on without head office
  'anchor.accepted', // a person took the record as it is, after a break
] as const;
export type AuditAction = (typeof auditActions)[number];

type Simple = string | number | boolean | null;
/** Facts of an entry. Never a key: the type cannot say that, so every text is redacted before it is hashed. */
export type AuditParams = { readonly [name: string]: Simple | readonly Simple[] | AuditParams };

/** The entry that a part of the app asks for. The open record adds actor, machine and time. */
export type NewEntry = {
  readonly action: AuditAction;
  readonly target: string;
  readonly params: AuditParams;
  readonly outcome: string;
  /** The actor, if it is not the person who acts now. */
  readonly actor?: string;
  /** The time of the act, if the entry is written later. */
  readonly atMs?: number;
};

/** A stored entry. `params` is canonical JSON. An action of a newer Closeout is plain text here. */
export type AuditEntry = {
  readonly seq: number;
  readonly atMs: number;
  readonly actor: string;
  readonly machine: string;
  readonly action: string;
  readonly target: string;
  readonly params: string;
  readonly outcome: string;
  /** Number and head of the operation events at this moment. */
  readonly eventCount: number;
  readonly eventHead: string;
  readonly previous: string;
  readonly hash: string;
};

type Searched = Pick<AuditEntry, 'target' | 'actor' | 'machine'> & { readonly facts: string };
const joined = ({ target, actor, machine, facts }: Searched): string =>
  [target, actor, machine, facts].join(' ');
/** What a search of the record looks at. The SQL of `activity.page` looks at the same. */
export const searchedText = (entry: Searched): string => searchText(joined(entry));
/** The same of many entries, with a sign between them that no text has: at once it takes a third of the time. */
export const searchedTexts = (entries: readonly Searched[], between: string): string =>
  searchText(entries.map(joined).join(between));

/** An array, not an object: every value has its place, and no name can be left out or doubled. */
export const canonicalText = (e: Omit<AuditEntry, 'hash'>): string =>
  JSON.stringify([
    e.seq,
    e.atMs,
    e.actor,
    e.machine,
    e.action,
    e.target,
    e.params,
    e.outcome,
    e.eventCount,
    e.eventHead,
    e.previous,
  ]);

/** SHA-256 in hex over the canonical text, which holds the hash before. */
export const entryHash = (entry: Omit<AuditEntry, 'hash'>): string =>
  hash('sha256', canonicalText(entry), 'hex');

/** Facts with every text changed by `clean`, at any depth: before JSON escapes what `clean` looks for. */
export function mapTexts(params: AuditParams, clean: (text: string) => string): AuditParams {
  const one = (value: AuditParams[string]): AuditParams[string] => {
    if (typeof value === 'string') return clean(value);
    if (Array.isArray(value)) return value.map((inner: Simple) => one(inner) as Simple);
    return typeof value === 'object' && value !== null ? mapTexts(value as AuditParams, clean) : value;
  };
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, one(value)]));
}
