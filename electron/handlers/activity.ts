/** The activity record: parsed input to service. */
import type { HandlersOf } from '#shared/contract/index.ts';
import type { UseSession } from '../profile-session.ts';
import { createActivityService, type ExportPlace } from '../services/activity/index.ts';

type Channels = 'activity.page' | 'activity.summary' | 'activity.verify' | 'activity.export';

export function createActivityHandlers(use: UseSession, place: ExportPlace): HandlersOf<Channels> {
  const activity = createActivityService(place);
  return {
    'activity.page': (input) => use((session) => activity.page(session, input)),
    'activity.summary': () => use((session) => activity.summary(session)),
    'activity.verify': () => use((session) => activity.verify(session)),
    'activity.export': () => use((session) => activity.exportAll(session)),
  };
}
