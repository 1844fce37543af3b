/** The activity record: parsed input to service. */
import type { HandlersOf } from '#shared/contract/index.ts';
import { ok } from '#shared/errors/result.ts';
import type { ProfileSession, UseSession } from '../core/profile-session.ts';
import { createActivityService, type ExportPlace } from '../services/activity/index.ts';

type Channels =
  | 'activity.page'
  | 'activity.summary'
  | 'activity.verify'
  | 'activity.accept'
  | 'activity.export';

/** `onAccepted` hears of an accepted record once that is durable: what was stopped for it may go on. */
export function createActivityHandlers(
  use: UseSession,
  place: ExportPlace,
  onAccepted: (session: ProfileSession) => void,
): HandlersOf<Channels> {
  const activity = createActivityService(place);
  return {
    'activity.page': (input) => use((session) => activity.page(session, input)),
    'activity.summary': () => use((session) => activity.summary(session)),
    'activity.verify': () => use((session) => activity.verify(session)),
    'activity.accept': ({ note }) =>
      use(async (session) => {
        const accepted = await session.acceptRecord(note);
        if (!accepted.ok) return accepted;
        onAccepted(session);
        return ok({});
      }),
    'activity.export': () => use((session) => activity.exportAll(session)),
  };
}
