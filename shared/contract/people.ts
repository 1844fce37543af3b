/** The people of this PC: who is signed in, lock, PINs, and what a confirmation asks of whom. PINs go in and never come out. */
import { z } from 'zod';
import type { LimitName } from '../domain/ladder.ts';
import { rights, roles } from '../domain/rights.ts';
import { appErrorSchema, countSchema, moneySchema, nothing, writtenText } from './wire.ts';

/** As typed. The core judges length, digits and strength. */
const pinInput = z.string().max(60);
const nameInput = writtenText(60, 1);

const limitInput = z.array(moneySchema).max(20);
/** One amount a currency; a currency without one always needs a second person. */
export const limitsSchema = z.object({
  reversal: limitInput,
  instantSettlement: limitInput,
  orderMovement: limitInput,
  payout: limitInput,
  writeOff: limitInput,
} satisfies Record<LimitName, typeof limitInput>);
/** When it locks, and above which amounts a second person is needed. */
export const rulesSchema = z.object({
  lockAfterMinutes: z.number().int().min(1).max(15),
  limits: limitsSchema,
});
export type Rules = z.output<typeof rulesSchema>;

/** What the lock screen and the choice of a second person show. */
const faceSchema = z.object({
  personId: z.string(),
  name: z.string(),
  role: z.enum(roles),
  mayApprove: z.boolean(),
  /** The PIN of a person of Practice's story, which is no secret; null for everybody else. */
  shownPin: z.string().nullable(),
  /** Head office keeps them. */
  fromHeadOffice: z.boolean(),
  hasPin: z.boolean(),
  /** There is a one-time code with which they may choose a PIN on this PC. */
  hasCode: z.boolean(),
  /** Minutes until this person may try a PIN again; null when now. */
  blockedMinutes: countSchema.nullable(),
});
export type Face = z.output<typeof faceSchema>;

/** How a person has set up the bar of places, by their addresses and the names of the groups. */
export const barSchema = z.object({
  /** Places that stand in the bar although the role's bar lacks them. */
  pins: z.array(z.string().max(60)).max(40),
  folded: z.array(z.string().max(60)).max(10),
});
export type Bar = z.output<typeof barSchema>;
export const EMPTY_BAR: Bar = { pins: [], folded: [] };

const peopleStateSchema = z.object({
  /** `none`: first start, an administrator is needed. `unreadable`: the register cannot be read, `error` says why. */
  kind: z.enum(['none', 'locked', 'signed-in', 'unreadable']),
  me: z.object({ personId: z.string(), name: z.string(), role: z.enum(roles) }).nullable(),
  rights: z.array(z.enum(rights)),
  /** Of the person who is signed in. */
  bar: barSchema,
  /** In the last half minute before it locks by itself; null otherwise. */
  locksInMs: countSchema.nullable(),
  /** Active people only, and of head office's those who have a PIN or a code here. */
  people: z.array(faceSchema),
  /** What head office changed of the person who is signed in, or was. `role` null: they may not sign in any more. */
  told: z
    .object({ name: z.string(), role: z.enum(roles).nullable(), by: z.string(), pcName: z.string() })
    .nullable(),
  rules: rulesSchema,
  /** There is no keychain: these people are gone when Closeout ends. */
  sessionOnly: z.boolean(),
  error: appErrorSchema.nullable(),
});
export type PeopleState = z.output<typeof peopleStateSchema>;

const personSchema = z.object({
  personId: z.string(),
  name: z.string(),
  role: z.enum(roles),
  active: z.boolean(),
  blockedMinutes: countSchema.nullable(),
  /** Head office keeps them. */
  fromHeadOffice: z.boolean(),
  /** False until they have chosen a PIN on this PC. */
  hasPin: z.boolean(),
});
export type Person = z.output<typeof personSchema>;

/** What confirms an act: the own PIN; at L3 also the PIN of a second person, or the request that is being approved. */
export const authorizationSchema = z.object({
  pin: pinInput,
  second: z.object({ personId: z.string(), pin: pinInput }).nullable().default(null),
  requestId: z.string().nullable().default(null),
});
export type Authorization = z.output<typeof authorizationSchema>;

const ownPin = { pin: pinInput };
const peopleList = z.object({ people: z.array(personSchema) });

export const peopleContract = {
  'people.state': { right: 'always', input: nothing, output: peopleStateSchema },
  /** The first start: makes the administrator and signs in. Refused ever after. */
  'people.begin': {
    right: 'always',
    input: z.object({ name: nameInput, ...ownPin }),
    output: peopleStateSchema,
  },
  /** Signs in, also over somebody who is signed in: that is switching. */
  'people.unlock': {
    right: 'always',
    input: z.object({ personId: z.string(), ...ownPin }),
    output: peopleStateSchema,
  },
  /** With a one-time code of an administrator of the chain: chooses a PIN on this PC and signs in. */
  'people.useCode': {
    right: 'always',
    input: z.object({ personId: z.string(), code: pinInput, newPin: pinInput }),
    output: peopleStateSchema,
  },
  'people.lock': { right: 'always', input: nothing, output: peopleStateSchema },
  /** Somebody is at the keyboard. */
  'people.active': { right: 'signed-in', input: nothing, output: nothing },
  'people.setBar': { right: 'signed-in', input: barSchema, output: nothing },
  'people.changeOwnPin': {
    right: 'signed-in',
    input: z.object({ ...ownPin, newPin: pinInput }),
    output: nothing,
  },
  'people.list': { right: 'settings.people', input: nothing, output: peopleList },
  'people.add': {
    right: 'settings.people',
    input: z.object({ name: nameInput, role: z.enum(roles), newPin: pinInput, ...ownPin }),
    output: peopleList,
  },
  'people.change': {
    right: 'settings.people',
    input: z.object({
      personId: z.string(),
      name: nameInput,
      role: z.enum(roles),
      active: z.boolean(),
      ...ownPin,
    }),
    output: peopleList,
  },
  /** Also lifts a block. */
  'people.setPin': {
    right: 'settings.people',
    input: z.object({ personId: z.string(), newPin: pinInput, ...ownPin }),
    output: peopleList,
  },
  'people.unblock': {
    right: 'settings.people',
    input: z.object({ personId: z.string(), ...ownPin }),
    output: peopleList,
  },
  'people.setRules': { right: 'settings.app', input: rulesSchema.extend(ownPin), output: peopleStateSchema },
} as const;

export const peopleEvents = {
  'people.changed': peopleStateSchema,
} as const;
