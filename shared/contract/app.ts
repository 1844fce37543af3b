/** The app itself: status, settings, connection. */
import { z } from 'zod';
import { noticeKinds } from '../domain/notice.ts';
import { holdLengths } from '../domain/payment.ts';
import { TIME_OF_DAY } from '../time/time-of-day.ts';
import { appErrorSchema, atMsSchema, countSchema, nothing } from './wire.ts';

const timeOfDay = z.string().regex(TIME_OF_DAY);

export const settingsSchema = z.object({
  language: z.enum(['system', 'en', 'ar']),
  theme: z.enum(['system', 'light', 'dark']),
  /** Digits on screen; exports are always ASCII. */
  digits: z.enum(['latin', 'arabic']),
  /** CSV files begin with a byte order mark, which old spreadsheets need for anything but English. */
  csvByteOrderMark: z.boolean(),
  /** Notices through the operating system, too. */
  systemNotices: z.boolean(),
  /** How long before a cut-off it is told. */
  cutOffWarningMinutes: z.number().int().min(5).max(720),
  /** Terminals are read by themselves this often in opening hours; 0: nothing is read by itself. */
  readMinutes: z.number().int().min(0).max(120),
  /** By the clock of this computer; over midnight where `openTo` is earlier. */
  openFrom: timeOfDay,
  openTo: timeOfDay,
  readWhileLocked: z.boolean(),
  /** How long the merchant's account keeps a hold: the gateway says it nowhere (§8). */
  holdDays: z.literal(holdLengths),
});
export type Settings = z.output<typeof settingsSchema>;

/** Where the gateway stands, seen from the last calls. `offline` means the last call could not reach it. */
const connectionSchema = z.object({
  state: z.enum(['not-checked', 'online', 'offline']),
  lastError: z.object({ error: appErrorSchema, atMs: atMsSchema }).nullable(),
});
export type Connection = z.output<typeof connectionSchema>;

/** Why the gateway does not do something for this merchant. Rights of a person are another matter: `shared/domain/rights.ts`. */
const absenceSchema = z.object({
  /** A name of the endpoint table. */
  operation: z.string(),
  /** The key lacks a permission; the account lacks a feature; the gateway lacks the path. */
  cause: z.enum(['key', 'account', 'gateway']),
  error: appErrorSchema,
});
export type Absence = z.output<typeof absenceSchema>;

/** A thing that went wrong outside any one screen and stays until it is mended: shown as a banner, in words. */
const problemSchema = z.object({ id: z.string(), error: appErrorSchema, atMs: atMsSchema });
export type Problem = z.output<typeof problemSchema>;

const statusSchema = z.object({
  version: z.string(),
  host: z.enum(['desktop', 'browser']),
  dataFolder: z.string(),
  /** `unavailable`: keys are kept for this session only. `checking`: the probe is still running. */
  keychain: z.enum(['checking', 'available', 'unavailable']),
  activeProfileId: z.string().nullable(),
  connection: connectionSchema,
  absent: z.array(absenceSchema),
  problems: z.array(problemSchema),
  openOperations: countSchema,
  unknownOperations: countSchema,
  /**
   * What wants a person soon, also while it is locked: no names and no figures. `mark` is one matter at one level for as long
   * as Closeout runs.
   */
  pressing: z.array(z.object({ mark: countSchema, kind: z.enum(noticeKinds) })),
  /** What can be read again was set aside at start, and nothing is sent until somebody says so. */
  safeMode: z.boolean(),
  /** Names of the settings that the organisation has set: keys of the policy. */
  setByOrganisation: z.array(z.string()),
});
export type Status = z.output<typeof statusSchema>;

/** One operation of the gateway profile: documented, assumed, or overruled by gateway-profile.json. */
const gatewayOperationSchema = z.object({
  name: z.string(),
  method: z.string(),
  path: z.string(),
  host: z.enum(['dashboard', 'checkout']),
  source: z.string(),
  overruled: z.boolean(),
});

export const appContract = {
  'app.status': { right: 'always', input: nothing, output: statusSchema },
  'app.settings.get': { right: 'always', input: nothing, output: settingsSchema },
  /** How this window looks: also while it is locked. Anything else is refused as input/invalid. */
  'app.settings.set': {
    right: 'always',
    input: z.strictObject(settingsSchema.pick({ language: true, theme: true, digits: true }).partial().shape),
    output: settingsSchema,
  },
  /** What holds for everybody on this PC. */
  'app.settings.setShared': {
    right: 'settings.app',
    input: z.strictObject(settingsSchema.omit({ language: true, theme: true, digits: true }).partial().shape),
    output: settingsSchema,
  },
  /** What was found to be absent is asked for anew by whoever needs it next. */
  'app.askAnew': { right: 'see', onlyReads: true, input: nothing, output: nothing },
  'app.gatewayOperations': {
    right: 'see',
    input: nothing,
    output: z.object({ operations: z.array(gatewayOperationSchema) }),
  },
} as const;

export const appEvents = {
  /** Anything in `app.status` changed: read it again. */
  'app.statusChanged': statusSchema,
  'app.settingsChanged': settingsSchema,
} as const;
