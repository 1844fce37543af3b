/**
 * What an organisation sets for all its computers. This one schema makes the published JSON schema, the Windows template and the
 * macOS profile (`npm run policy-forms`), so each setting is flat and of a simple type. All of them may be left out.
 */
import { z } from 'zod';
import { environments } from '../domain/environment.ts';
import { withoutHeadOffice } from '../domain/head-office.ts';
import { roles } from '../domain/rights.ts';
import { parseMoney, type Money } from '../money/money.ts';
import { settingsSchema } from './app.ts';
import { rulesSchema } from './people.ts';
import { nothing } from './wire.ts';

const name = z.string().trim().min(1).max(80);
const host = z
  .string()
  .max(300)
  .regex(/^(https:\/\/[^\s/?#@]+|http:\/\/(127\.0\.0\.1|localhost)(:\d+)?)$/);
const address = z
  .string()
  .max(300)
  .regex(/^(https:\/\/[^\s@]+|http:\/\/(127\.0\.0\.1|localhost)(:\d+)?(\/\S*)?)$/);
/** An Ed25519 public key as OpenSSL writes it between the two lines of a PEM file. */
const ed25519Key = z
  .string()
  .max(60)
  .regex(/^MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=$/);
/** A whole path, of Windows or of the others. */
const path = z
  .string()
  .min(1)
  .max(1_000)
  .regex(/^(\/|[A-Za-z]:[\\/]|\\\\)/);
/** An amount as a limit says it, `EGP 10000.00`; null if it is none. */
export function limitOf(text: string): Money | null {
  const [currency = '', decimal = ''] = text.split(' ');
  const amount = parseMoney(decimal, currency);
  return amount.ok ? amount.value : null;
}
const limit = z
  .array(
    z
      .string()
      .regex(/^[A-Z]{3} \d{1,15}(\.\d{1,4})?$/)
      .refine((text) => limitOf(text) !== null),
  )
  .max(20)
  .refine((limits) => new Set(limits.map((text) => text.slice(0, 3))).size === limits.length);
const { language, theme, digits, csvByteOrderMark, systemNotices, cutOffWarningMinutes } =
  settingsSchema.shape;

export const updateChannels = ['stable', 'early', 'off'] as const;
export type UpdateChannel = (typeof updateChannels)[number];

export const policySchema = z
  .strictObject({
    merchantName: name.describe('Name of the merchant as this computer shows it.'),
    merchantId: name.describe('The only merchant that can be connected.'),
    environment: z
      .enum(environments)
      .exclude(['practice'])
      .describe('The only environment that can be connected: test or live. Practice stays.'),
    dashboardHost: host.describe(
      'Address of the gateway for reading, such as https://dashboard.example.com.',
    ),
    checkoutHost: host.describe('Address of the gateway for payments.'),
    branch: name.describe('The branch whose day is closed on this computer.'),
    language: language.describe('Language of the window: system, en or ar.'),
    theme: theme.describe('Light or dark, or as the system has it.'),
    digits: digits.describe('Digits in Arabic: latin (123) or arabic (١٢٣).'),
    csvByteOrderMark: csvByteOrderMark.describe('CSV files begin with a byte order mark.'),
    systemNotices: systemNotices.describe('Notices are shown by the operating system, too.'),
    cutOffWarningMinutes: cutOffWarningMinutes.describe('Minutes before a cut-off at which it is told.'),
    lockAfterMinutes: rulesSchema.shape.lockAfterMinutes.describe(
      'Minutes without use after which it locks.',
    ),
    reversalLimit: limit.describe('A reversal above this needs a second person, such as EGP 10000.00.'),
    instantSettlementLimit: limit.describe('Instant settlement above this needs a second person.'),
    orderMovementLimit: limit.describe('A refund, void or capture above this needs a second person.'),
    payoutLimit: limit.describe('A transfer above this needs a second person.'),
    writeOffLimit: limit.describe('A write-off above this needs a second person.'),
    roles: z
      .array(z.enum(roles))
      .max(roles.length)
      .describe(
        'Roles that people may have here. Anybody with another role may only look. Administrators stay.',
      ),
    withoutHeadOffice: z
      .enum(withoutHeadOffice)
      .describe(
        'Movements of money while head office is not reached: own-terminals (a home PC goes on with those of its branch), wait, or go-on.',
      ),
    updateChannel: z
      .enum(updateChannels)
      .describe('Which versions are installed: stable, early, or none (off).'),
    updateFeed: address.describe('Folder on a web server of yours that holds the versions.'),
    updateKey: ed25519Key.describe('Key that the lists of versions are signed with. Linux needs it.'),
    proxy: z
      .string()
      .max(300)
      .regex(/^http:\/\/[^\s/@]+$/)
      .describe('Proxy through which the gateway is reached, such as http://proxy.example.com:3128.'),
    caFile: path.describe('PEM file of certificates that are believed beside those of the system.'),
    exportFolder: path.describe('Folder into which files are saved.'),
    backupFolder: path.describe('Folder into which backups are written.'),
    backupEveryHours: z.number().int().min(1).max(168).describe('Hours between two backups.'),
  })
  .partial();
export type Policy = z.output<typeof policySchema>;
export type PolicyKey = keyof Policy;
export const policyKeys = Object.keys(policySchema.shape) as [PolicyKey, ...PolicyKey[]];
export const policyKeySchema = z.enum(policyKeys);

export const policyContract = {
  /** What is set, for whoever asks why; also while it is locked. */
  'policy.get': {
    right: 'always',
    input: nothing,
    output: z.object({
      /** The file or place it is from; null if there is none. */
      source: z.string().nullable(),
      settings: z.array(z.object({ key: policyKeySchema, value: z.string() })),
    }),
  },
} as const;
