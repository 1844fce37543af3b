import { describe, expect, it } from 'vitest';
import { mayBecome, transitions } from '#electron/journal/transitions.ts';
import { isEnded, operationStates } from '#shared/domain/operation.ts';

const waysTo = (state: (typeof operationStates)[number]) =>
  operationStates.filter((from) => mayBecome(from, state));

describe('the states of a movement', () => {
  it('end where they release the lock; only a person saying "not done" can be contradicted', () => {
    const ends = operationStates.filter((from) => isEnded(from));
    const waysOut = ends
      .flatMap((from) => Object.keys(transitions[from]).map((to) => [from, to]))
      .filter(([from, to]) => from !== to)
      .map((way) => way.join(' '));
    expect(waysOut).toEqual(['RESOLVED_NOT_DONE DISPUTED']);
  });
  it('send only from an intent', () => {
    expect(waysTo('SENDING')).toEqual(['INTENT']);
  });
  it('make a second intent only from what is believed absent', () => {
    expect(waysTo('INTENT')).toEqual(['ABSENT']);
  });
  it('say "not sent" and "refused" only straight after a send', () => {
    expect(waysTo('NOT_SENT')).toEqual(['SENDING']);
    expect(waysTo('REFUSED')).toEqual(['SENDING']);
  });
  it('are resolved by a person only where reads have given up or contradict', () => {
    expect(waysTo('RESOLVED_DONE')).toEqual(['NEEDS_PERSON', 'DISPUTED']);
    const others = waysTo('RESOLVED_NOT_DONE').filter((from) => from !== 'RESOLVED_NOT_DONE');
    expect(others).toEqual(['NEEDS_PERSON', 'DISPUTED']);
  });
  it('never expire once something was sent', () => {
    expect(waysTo('EXPIRED')).toEqual(['INTENT']);
  });
  it('can all be reached', () => {
    expect(operationStates.filter((state) => waysTo(state).length === 0)).toEqual([]);
  });
  it('lead from every open state to one that releases the lock', () => {
    const stuck = operationStates.filter((state) => {
      const seen = new Set([state]);
      for (const from of seen) for (const to of operationStates) if (mayBecome(from, to)) seen.add(to);
      return ![...seen].some(isEnded);
    });
    expect(stuck).toEqual([]);
  });
});
