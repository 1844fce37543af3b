/** The path of a bridge: an early payout's is beside the requests, every other one beside the windows. */
import { readSubject } from '#shared/domain/bridge-subject.ts';

export function bridgePath(name: string): string {
  const subject = readSubject(name);
  return subject.of === 'early'
    ? `/instant/request/${encodeURIComponent(subject.requestId)}`
    : `/settlement/bridge/${encodeURIComponent(name)}`;
}
