/** Walks a hash chain and says what is wrong where it first does not fit. Pure. */

export type Link = { readonly seq: number; readonly previous: string; readonly hash: string };
export type ChainProblem =
  | 'changed'
  | 'missing'
  | 'out-of-order'
  | 'inserted'
  | 'cut'
  | 'appended'
  | 'swapped';
/** `at`: the sequence number where it first does not fit. */
export type Break = { readonly ok: false; readonly at: number; readonly problem: ChainProblem };
type Whole = { readonly ok: true; readonly count: number; readonly head: string };

/**
 * The first link is 1 and has '' before it. `visit` sees every link that fits and may name a problem of its own.
 * What happened is told apart as far as the rest of the chain shows it; that something happened is certain.
 */
export function walkChain<T extends Link>(
  links: Iterable<T>,
  hashOf: (link: T) => string,
  visit: (link: T) => Break | null = () => null,
  /** Is the break at this place one that a person has taken as it is? Then the walk goes on from the link that is there. */
  isAccepted: (found: Break) => boolean = () => false,
): Whole | Break {
  let count = 0;
  let head = '';
  let beforeHead: string | null = null;
  const iterator = links[Symbol.iterator]() as Iterator<T, undefined>;
  /** Read ahead to explain a break that was accepted; they come before the rest. */
  let ahead: T[] = [];
  const next = (): T | null => ahead.shift() ?? iterator.next().value ?? null;
  try {
    for (let link = next(); link !== null; link = next()) {
      if (link.seq !== count + 1 || link.previous !== head || hashOf(link) !== link.hash) {
        const rest = [link];
        for (let more = next(); more !== null; more = next()) rest.push(more);
        const place = { expected: count + 1, head, beforeHead };
        const found = explain(link, rest, place, hashOf(link) === link.hash);
        if (!isAccepted(found)) return found;
        ahead = rest.slice(1);
      }
      const found = visit(link);
      if (found) {
        iterator.return?.();
        return found;
      }
      beforeHead = head;
      head = link.hash;
      count = link.seq;
    }
    return { ok: true, count, head };
  } catch (error) {
    // Reading a number larger than any we write throws a RangeError: somebody changed it.
    if (error instanceof RangeError) return { ok: false, at: count + 1, problem: 'changed' };
    throw error;
  }
}

function explain(
  link: Link,
  rest: readonly Link[],
  { expected, head, beforeHead }: { expected: number; head: string; beforeHead: string | null },
  ownHashFits: boolean,
): Break {
  const problem = (at: number, what: ChainProblem): Break => ({ ok: false, at, problem: what });
  if (link.previous === head) return problem(expected, link.seq > expected ? 'missing' : 'changed');
  const successor = rest.some(({ previous }) => previous === head);
  if (successor) {
    const belongsLater = rest.slice(1).some(({ hash }) => hash === link.previous);
    return problem(expected, belongsLater ? 'out-of-order' : 'inserted');
  }
  if (link.seq > expected) return problem(expected, 'missing');
  // Two links that follow the same one: the first of them was put in.
  if (link.previous === beforeHead) return problem(expected - 1, 'inserted');
  // A link that is sound in itself, after one whose hash it does not know: the one before was changed and hashed again.
  return problem(ownHashFits && expected > 1 ? expected - 1 : expected, 'changed');
}
