/**
 * Head office in a simulated chain: who may claim what, as the functions of electron/head-office/migrations/0002-claims.ts and
 * 0006-baton.ts decide it, and what each PC has published. office.test.ts holds it against a real server.
 */
import type { Baton, HeldBatons, Pass } from '#electron/head-office/baton.ts';
import type { ClaimAnswer, ClaimRequest, KnownClaim } from '#electron/head-office/claim.ts';
import { Refusal } from '#electron/head-office/failure.ts';

type Claim = KnownClaim & {
  readonly subject: string;
  readonly members: readonly string[];
  readonly ending: 'moved' | 'not-moved' | 'taken-over' | null;
};
export type EnrolledPc = { readonly id: string; readonly name: string; readonly branch: string };
/** What a copy of the server holds. */
export type Dump = {
  readonly claims: readonly Claim[];
  readonly published: ReadonlyMap<string, string[]>;
  readonly batons: ReadonlyMap<string, Baton>;
};

/** Of the terminals, in their order. */
export const BRANCHES = ['Maadi', 'Zamalek'] as const;

const isOpen = ({ endedAtMs }: Claim) => endedAtMs === null;
/** As the server shows a claim: of its money only hashes, which are for comparing. */
const seen = ({ subject: _subject, members: _members, ending: _ending, ...known }: Claim): KnownClaim =>
  known;

export class Office {
  readonly pcs: readonly EnrolledPc[];
  /** A PC that is named here is refused whatever it asks. */
  readonly withdrawn = new Set<string>();
  #claims: readonly Claim[] = [];
  /** By PC: its entries in their order. */
  #published = new Map<string, string[]>();
  /** By PC: the last one. */
  #batons = new Map<string, Baton>();

  constructor(pcs: readonly EnrolledPc[]) {
    this.pcs = pcs;
  }

  batonOf = (pc: string): Baton | null => this.#batons.get(pc) ?? null;
  #hold(pc: string, { confirmed, tokens }: HeldBatons): void {
    const there = this.batonOf(pc);
    if (there && there.count >= confirmed && !tokens.includes(there.token)) throw new Refusal('fork');
  }

  claim(pc: string, asked: ClaimRequest, { pass, nowMs }: { pass: Pass; nowMs: number }): ClaimAnswer {
    const { confirmed, tokens, count, token } = pass;
    this.#hold(pc, { confirmed, tokens: [...tokens, token] });
    this.#batons.set(pc, { count, token });
    return this.#granted(pc, asked, nowMs);
  }
  #granted(pc: string, asked: ClaimRequest, nowMs: number): ClaimAnswer {
    const { opId, kind, actor, subject, members, terminalId, excludedKind, movedWithinMs } = asked;
    if (this.#claims.some((one) => isOpen(one) && one.pc === pc && one.opId === opId))
      return { kind: 'claimed' };
    const shares = (one: Claim) => one.members.some((member) => members.includes(member));
    const excludes = (one: Claim) =>
      terminalId !== null && one.terminalId === terminalId && one.kind === excludedKind;
    const held = this.#claims.find((one) => isOpen(one) && (shares(one) || excludes(one)));
    if (held) return { kind: 'held', by: seen(held) };
    const since = nowMs - Math.ceil(movedWithinMs);
    const moved = this.#claims.findLast(
      (one) => one.ending === 'moved' && one.pc !== pc && (one.endedAtMs ?? 0) > since && shares(one),
    );
    if (moved) return { kind: 'moved', by: seen(moved) };
    const number = (this.#claims.at(-1)?.number ?? 0) + 1;
    const pcName = this.pcs.find(({ id }) => id === pc)?.name ?? '';
    const own = { number, pc, pcName, opId, kind, terminalId, actor, subject, members };
    this.#claims = [...this.#claims, { ...own, claimedAtMs: nowMs, endedAtMs: null, ending: null }];
    return { kind: 'claimed' };
  }

  giveBack(
    pc: string,
    { opId, moved }: { opId: string; moved: boolean },
    { held, nowMs }: { held: HeldBatons; nowMs: number },
  ): boolean {
    this.#hold(pc, held);
    return this.#end((one) => one.pc === pc && one.opId === opId, moved ? 'moved' : 'not-moved', nowMs);
  }
  takeOver(pc: string, number: number, { held, nowMs }: { held: HeldBatons; nowMs: number }): boolean {
    this.#hold(pc, held);
    return this.#end((one) => one.number === number, 'taken-over', nowMs);
  }
  #end(which: (one: Claim) => boolean, ending: Claim['ending'], endedAtMs: number): boolean {
    const found = this.#claims.find((one) => isOpen(one) && which(one));
    this.#claims = this.#claims.map((one) => (one === found ? { ...one, endedAtMs, ending } : one));
    return found !== undefined;
  }

  openClaims = (): readonly KnownClaim[] => this.#claims.filter(isOpen).map(seen);
  holds = (pc: string, opId: string): boolean =>
    this.#claims.some((one) => isOpen(one) && one.pc === pc && one.opId === opId);

  publishedBy = (pc: string): readonly string[] => this.#published.get(pc) ?? [];
  publish(pc: string, entries: readonly string[]): void {
    this.#published.set(pc, [...this.publishedBy(pc), ...entries]);
  }

  dump = (): Dump => ({
    claims: this.#claims,
    published: structuredClone(this.#published),
    batons: new Map(this.#batons),
  });
  restore({ claims, published, batons }: Dump): void {
    this.#batons = new Map(batons);
    this.#claims = claims;
    this.#published = new Map(structuredClone(published));
  }
}
export const empty: Dump = { claims: [], published: new Map(), batons: new Map() };
