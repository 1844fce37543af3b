/** Walks a hash chain and says what is wrong where it first does not fit. Pure. */

export type Link = { readonly seq: number; readonly previous: string; readonly hash: string };
export type ChainProblem =
  'changed' | 'missing' | 'out-of-order' | 'inserted' | 'cut' | 'appended' | 'swapped';
/** `at`: the sequence number where it first does not fit. */
export type Break = { readonly ok: false; readonly at: number; readonly problem: ChainProblem };
export type Whole = { readonly ok: true; readonly count: number; readonly head: string };

/**
 * The first link is 1 and has '' before it. `visit` sees every link that fits and may name a problem of its own.
 * What happened is told apart as far as the rest of the chain shows it; that something happened is certain.
 */
export function walkChain<T extends Link>(
  links: Iterable<T>,
  hashOf: (link: T) => string,
  visit: (link: T) => Break | null = () => null,
): Whole | Break {
  let count = 0;
  let head = '';
  let beforeHead: string | null = null;
  const iterator = links[Symbol.iterator]() as Iterator<T, undefined>;
  try {
    for (;;) {
      const step = iterator.next();
      if (step.done === true) return { ok: true, count, head };
      const link = step.value;
      if (link.seq !== count + 1 || link.previous !== head || hashOf(link) !== link.hash) {
        const rest = [link];
        for (let next = iterator.next(); next.done !== true; next = iterator.next()) rest.push(next.value);
        return explain(link, rest, { expected: count + 1, head, beforeHead }, hashOf(link) === link.hash);
      }
      const found = visit(link);
      if (found) {
        iterator.return?.();
        return found;
      }
      beforeHead = head;
      head = link.hash;
      count += 1;
    }
  } catch (error) {
    // A number that no program of ours writes cannot be read as one.
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
