/**
 * The part of the contract that the first screen speaks. Making a schema takes time: a window makes the others when the first page
 * asks for them.
 */
import { appContract, appEvents } from './app.ts';
import { peopleContract, peopleEvents } from './people.ts';
import { profilesContract, profilesEvents } from './profiles.ts';

export const firstContract = { ...appContract, ...profilesContract, ...peopleContract } as const;
export const firstEvents = { ...appEvents, ...profilesEvents, ...peopleEvents } as const;
