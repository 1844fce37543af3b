/** What the contract says about the right of a call. */
import type { InternalError } from '../errors/app-error.ts';
import { contract, type Call, type Channel, type Needed } from './index.ts';

export const neededFor = (channel: Channel): Needed => contract[channel].right;

/** True if a call changes what others rely on. If its answer is lost, somebody has to look at what came of it. */
function acts(channel: Channel): boolean {
  const { right, onlyReads }: Call = contract[channel];
  return right !== 'see' && right !== 'always' && right !== 'signed-in' && !onlyReads;
}

/** The error of a call that ended without a usable answer. If the call acts, nobody knows whether it was done. */
export const unanswered = (channel: Channel, reference: string): InternalError => ({
  kind: 'internal',
  code: acts(channel) ? 'answer-lost' : 'unexpected',
  params: { reference },
});
