/** The list of the chain's people as this PC has read and verified it, and adding to it. */
import type { ProfileContext } from '../context.ts';
import { makeEntries } from '../../head-office/entry.ts';
import {
  BEFORE_FIRST,
  followsIn,
  noChainPeople,
  peopleFact,
  withChange,
  type ChainPeople,
  type PeopleChange,
  type PeopleRefusal,
} from '../../head-office/people-record.ts';
import type { HeadOfficeFailure } from '#shared/domain/head-office.ts';
import { ownChange, type OwnChange } from '../people/index.ts';
import type { Held } from './claim-taking.ts';

/** What became of a change. `behind`: another one came first. */
export type Added =
  | { readonly kind: 'added' | 'behind' }
  | { readonly kind: 'refused'; readonly refusal: PeopleRefusal }
  | { readonly kind: 'not-asked'; readonly failure: HeadOfficeFailure };

/** `own`: what the record says of changes that this PC made. */
type Read = { list: ChainPeople; hashes: string[]; own: OwnChange[] };

const newRead = (): Read => ({ list: noChainPeople, hashes: [BEFORE_FIRST.hash], own: [] });

export function createChainList({ clock }: ProfileContext, held: () => Held | null) {
  const reads = new WeakMap<Held, Read>();
  let last: Promise<unknown> = Promise.resolve();

  async function readOn(now: Held): Promise<Read> {
    const read = reads.get(now) ?? newRead();
    reads.set(now, read);
    const { place, identity } = now.membership;
    for (;;) {
      const page = await now.thread.people(read.list.head.seq);
      for (const one of page) {
        // The copy is only a file. A change that its PC did not sign is left out, and so is everything after it.
        if (!followsIn(place, read.list.head, one)) return read;
        const { now: list, counted } = withChange(read.list, one);
        read.list = list;
        read.hashes.push(one.entry.hash);
        if (counted?.pc === identity.pc) read.own.push(...ownChange(counted));
      }
      if (page.length === 0) return read;
    }
  }

  return {
    /** Which list it would be; null on a PC that takes no part. */
    place: (): string | null => {
      const place = held()?.membership.place;
      return place ? `${place.environment}/${place.merchant}` : null;
    },
    self: (): string | null => held()?.membership.identity.pc ?? null,
    /** As it was read last. */
    latest: (): ChainPeople => {
      const now = held();
      return (now && reads.get(now)?.list) ?? noChainPeople;
    },
    /** As far as it was read and fits. */
    async read() {
      const now = held();
      if (!now) return null;
      const next = last.then(() => readOn(now));
      last = next.catch(() => null);
      const { list, hashes, own } = await next;
      return {
        list,
        own,
        hashAt: (seq: number) => hashes[seq] ?? null,
        self: now.membership.identity.pc,
        pcName: now.membership.name,
      };
    },
    /** `on`: the list that the change was made for. */
    async add(change: PeopleChange, on: ChainPeople): Promise<Added> {
      const now = held();
      if (!now) return { kind: 'not-asked', failure: 'other' };
      const { identity, place } = now.membership;
      const [entry] = makeEntries(identity, place, on.head, [peopleFact(change, clock.nowMs())]);
      if (!entry) throw new Error('a change makes one entry');
      const { refused } = withChange(on, { entry, publicKey: identity.publicKey });
      if (refused !== null) return { kind: 'refused', refusal: refused };
      const answer = await now.thread.addPeople(entry);
      if (!answer.ok) return { kind: 'not-asked', failure: answer.failure };
      return { kind: answer.value ? 'added' : 'behind' };
    },
  };
}
