/** People whom head office keeps for all PCs of a chain. */
import { z } from 'zod';
import { roles } from '../domain/rights.ts';
import { appErrorSchema, nothing, shownTextSchema, writtenText } from './wire.ts';

const pin = z.string().max(60);
const codeInput = z.string().max(60);
const idInput = z.string().min(1).max(80);

const chainPcSchema = z.object({
  id: z.string(),
  name: shownTextSchema,
  isSelf: z.boolean(),
});
export type ChainPc = z.output<typeof chainPcSchema>;

const chainPersonSchema = z.object({
  personId: z.string(),
  name: shownTextSchema,
  role: z.enum(roles),
  active: z.boolean(),
  /** Who changed them last, and on which PC. */
  by: shownTextSchema,
  pcName: shownTextSchema,
});
export type ChainPersonShown = z.output<typeof chainPersonSchema>;

const stateSchema = z.object({
  /**
   * `none`: this PC takes no part in head office. `empty`: nobody is kept there yet. `there`: people are kept there, and this PC does not
   * take them over. `on`: it does. `elsewhere`: it takes them from another merchant's head office.
   */
  kind: z.enum(['none', 'empty', 'there', 'on', 'elsewhere']),
  /** Of the list; people compare it between PCs. Null where there is none that this PC believes. */
  code: z.string().nullable(),
  /** Of this PC. */
  pcCode: z.string(),
  isConfirmed: z.boolean(),
  /** The person who is signed in may change the chain's people from here. */
  mayChange: z.boolean(),
  /** Confirmed PCs. */
  pcs: z.array(chainPcSchema),
  people: z.array(chainPersonSchema),
  problem: appErrorSchema.nullable(),
});
export type ChainPeopleState = z.output<typeof stateSchema>;

export const chainPeopleContract = {
  'chainPeople.state': { right: 'settings.people', onlyReads: true, input: nothing, output: stateSchema },
  /** Begins the list: the person who is signed in is its first administrator, this PC the first that is confirmed. */
  'chainPeople.begin': { right: 'settings.people', input: z.object({ pin }), output: stateSchema },
  /** This PC takes people over from the list with this code. */
  'chainPeople.take': {
    right: 'settings.people',
    input: z.object({ code: codeInput, pin }),
    output: stateSchema,
  },
  'chainPeople.leave': { right: 'settings.people', input: z.object({ pin }), output: stateSchema },
  /** Changes of people that are made on the PC with this code count from now on; or not any more. */
  'chainPeople.confirmPc': {
    right: 'settings.people',
    input: z.object({ code: codeInput, confirmed: z.boolean(), pin }),
    output: stateSchema,
  },
  /** A person of this PC is kept at head office from now on. */
  'chainPeople.share': {
    right: 'settings.people',
    input: z.object({ personId: idInput, pin }),
    output: stateSchema,
  },
  'chainPeople.change': {
    right: 'settings.people',
    input: z.object({
      personId: idInput,
      name: writtenText(60, 1),
      role: z.enum(roles),
      active: z.boolean(),
      pin,
    }),
    output: stateSchema,
  },
  /** A one-time code with which this person chooses a PIN on that PC. It is shown once. */
  'chainPeople.makeCode': {
    right: 'settings.people',
    input: z.object({ personId: idInput, pc: idInput, pin }),
    output: z.object({ code: z.string(), name: shownTextSchema, pcName: shownTextSchema }),
  },
} as const;

export const chainPeopleEvents = {
  /** Something of it may be different. */
  'chainPeople.changed': nothing,
} as const;
