/**
 * The baton of a PC: whoever claims passes it on. Head office has the last one, and this PC kept it on its disk before it asked. So two
 * copies of one disk have the same baton until one of them claims; the other's is old from then on, and it is told so before it
 * claims, gives back or takes over anything. A process that begins again has the baton of the one before it and just goes on. Pure.
 */
import { Refusal } from './failure.ts';

/** `count` says how often it was passed on, so a server that was restored from an older copy is told from a disk that was. */
export type Baton = { readonly count: number; readonly token: string };
/** Those that may be the last at head office: an answer may have been lost. `confirmed`: how far head office has answered; 0: never. */
type KeptBatons = { readonly confirmed: number; readonly batons: readonly Baton[] };
type BatonFile = {
  kept(): KeptBatons;
  /** On the disk when it returns. */
  add(baton: Baton): void;
  /** Head office has this one: those before it are old. */
  confirm(count: number): void;
  /** Head office did not take this one. */
  drop(count: number): void;
};

/** What the server says after it looked at a statement, and did nothing of it. */
const REFUSALS = ['read-only', 'disk-full', 'no-record', 'not-allowed', 'withdrawn'];
const isRefusal = (failure: string): boolean => REFUSALS.includes(failure);

type Answer = { readonly ok: true } | { readonly ok: false; readonly failure: string };

/** What goes with every statement about claims. */
export type HeldBatons = { readonly confirmed: number; readonly tokens: readonly string[] };
/** And with a claim: what head office has from then on. */
export type Pass = HeldBatons & Baton;

export type Batons = ReturnType<typeof createBatons>;

export function createBatons(file: BatonFile, newToken: () => string) {
  const heldOf = ({ confirmed, batons }: KeptBatons): HeldBatons => ({
    confirmed,
    tokens: batons.map(({ token }) => token),
  });
  const held = (): HeldBatons => heldOf(file.kept());
  function next(): Pass {
    const kept = file.kept();
    const baton = { count: (kept.batons.at(-1)?.count ?? 0) + 1, token: newToken() };
    file.add(baton);
    return { ...heldOf(kept), ...baton };
  }
  function note(answer: Answer, { count }: Pass, times: number): void {
    try {
      if (answer.ok) return file.confirm(count);
      // Asked once and refused: head office has not taken it. Otherwise an answer may be lost, and it may have.
      if (answer.failure === 'fork' || (times === 1 && isRefusal(answer.failure))) file.drop(count);
    } catch (error) {
      // What could not be noted stays kept, and goes with the next claim: that one says what is wrong with the file.
      if (!(error instanceof Refusal)) throw error;
    }
  }
  let last: Promise<unknown> = Promise.resolve();
  return {
    held,
    /** Whether another computer has passed it on, or this disk is an older copy. A server that has less than it confirmed is one. */
    isOld(there: Baton | null): boolean {
      const { confirmed, tokens } = held();
      return there !== null && there.count >= confirmed && !tokens.includes(there.token);
    },
    /**
     * Claims follow one another: sent again after a failure, one would come behind the next and find its own baton old. `ask` may
     * take its pass more than once, and gets the same; where it never does, nothing was sent and nothing is kept.
     */
    passing<A extends Answer>(ask: (pass: () => Pass) => Promise<A>): Promise<A> {
      const claimed = last.then(async () => {
        let pass: Pass | null = null;
        let times = 0;
        const answer = await ask(() => {
          times += 1;
          return (pass ??= next());
        });
        if (pass) note(answer, pass, times);
        return answer;
      });
      last = claimed.catch(() => null);
      return claimed;
    },
  };
}
