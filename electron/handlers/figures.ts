/** Figures: parsed input to service. */
import type { Channel, HandlersOf } from '#shared/contract/index.ts';
import type { UseSession } from '../core/profile-session.ts';

type Channels = Extract<Channel, `figures.${string}`>;

export const createFiguresHandlers = (use: UseSession): HandlersOf<Channels> => ({
  'figures.get': (input) => use(({ figures }) => figures.get(input)),
  'figures.unsettled': (input) => use(({ figures }) => figures.unsettled(input)),
});
