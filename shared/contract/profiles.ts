/** Profiles: one merchant in one environment. Keys go in and never come out. */
import { z } from 'zod';
import { storyLanguages } from './practice.ts';
import { environments } from '../domain/environment.ts';
import { signatureCauses, unreadableCauses, verifiers } from '../domain/signature.ts';
import { appErrorSchema, nothing, writtenText } from './wire.ts';

/** In which language the story of Practice is told, if it is told now. */
const storyInput = z.object({ language: z.enum(storyLanguages).default('en') });

const keyStateSchema = z.enum(['stored', 'session-only', 'absent']);

export const profileSchema = z.object({
  id: z.string(),
  name: z.string(),
  merchantId: z.string(),
  environment: z.enum(environments),
  dashboardUrl: z.string(),
  checkoutUrl: z.string(),
  keys: z.object({
    secretKey: keyStateSchema,
    apiKey: keyStateSchema,
    paymentKey: keyStateSchema,
    transferKey: keyStateSchema,
  }),
});
export type Profile = z.output<typeof profileSchema>;

/** How a key begins that the window has sealed for the process that uses keys: nobody between them can read it. */
export const SEALED_PREFIX = 'sealed:';
/** The length of a sealed key of 500 characters. */
const LONGEST_SEALED = 1_000;
const key = z.string().max(LONGEST_SEALED);
/** Keys on their one way in. `secretKey` is required, the others may stay empty. */
const keysInput = z.object({
  secretKey: key,
  apiKey: key.default(''),
  paymentKey: key.default(''),
  transferKey: key.default(''),
});
export const connectInput = z.object({
  name: writtenText(80, 1),
  merchantId: writtenText(80, 1),
  environment: z.enum(['test', 'live']),
  dashboardUrl: z.string().max(300),
  checkoutUrl: z.string().max(300),
  ...keysInput.shape,
});
export type ConnectInput = z.input<typeof connectInput>;

const signed = {
  verifier: z.enum(verifiers),
  /** What the signature should cover. */
  signedText: z.string(),
};
const checkedSignatureSchema = z.discriminatedUnion('verdict', [
  z.object({ verdict: z.literal('valid'), ...signed }),
  z.object({
    verdict: z.literal('differs'),
    ...signed,
    cause: z.enum(signatureCauses),
    /** False if this PC has no profile of the merchant in the other mode. */
    triedOtherMode: z.boolean(),
  }),
  /** `field` names the field that is missing or cannot be signed. For `key-missing` it names the key. */
  z.object({
    verdict: z.literal('unreadable'),
    cause: z.enum(unreadableCauses),
    field: z.string().nullable(),
  }),
]);
export type CheckedSignature = z.output<typeof checkedSignatureSchema>;

/** What "Check connection" tried, in order; `error` says what is wrong, in codes the screen has words for. */
export const connectionCheckSchema = z.object({
  check: z.enum([
    'dashboard',
    'secret-key',
    'settled',
    'settlement',
    'terminals',
    'instant-settlement',
    'checkout',
  ]),
  /**
   * `limited`: the gateway refuses this part (a permission, a feature). `not-offered`: it has no such read. `skipped`: an earlier
   * failure makes it moot, or nothing that came says anything of it.
   */
  outcome: z.enum(['works', 'limited', 'not-offered', 'fails', 'skipped']),
  error: appErrorSchema.nullable(),
});
export type ConnectionCheck = z.output<typeof connectionCheckSchema>;

export const profilesContract = {
  'profiles.list': {
    right: 'see',
    input: nothing,
    output: z.object({ profiles: z.array(profileSchema), activeId: z.string().nullable() }),
  },
  /** Makes the practice profile if there is none, starts the built-in gateway, and makes it active. */
  'profiles.startPractice': { right: 'see', input: storyInput, output: profileSchema },
  /** Takes away all that was done in Practice and begins it anew. Error: profile/movement-in-flight. */
  'profiles.practiseAgain': { right: 'signed-in', input: storyInput, output: profileSchema },
  /** A public key (a point of P-256, base64) to seal keys with. It changes whenever the process that uses keys begins. */
  'profiles.sealWith': {
    right: 'settings.profiles',
    onlyReads: true,
    input: nothing,
    output: z.object({ publicKey: z.string() }),
  },
  /** Saves the profile and its keys and makes it active. */
  'profiles.connect': { right: 'settings.profiles', input: connectInput, output: profileSchema },
  'profiles.update': {
    right: 'settings.profiles',
    input: z.object({
      profileId: z.string(),
      name: writtenText(80, 1),
      dashboardUrl: z.string().max(300),
      checkoutUrl: z.string().max(300),
    }),
    output: profileSchema,
  },
  /** Empty strings leave a key as it is. */
  'profiles.replaceKeys': {
    right: 'settings.profiles',
    input: z.object({ profileId: z.string(), ...keysInput.shape }),
    output: profileSchema,
  },
  'profiles.activate': { right: 'see', input: z.object({ profileId: z.string() }), output: profileSchema },
  /** Removes the profile's keys and moves its folder to `removed/`: its journal is kept. */
  'profiles.remove': {
    right: 'settings.profiles',
    input: z.object({ profileId: z.string() }),
    output: z.object({ keptIn: z.string() }),
  },
  /** Checks the signature of a delivery that was received. Nothing is sent. `signature`: the header as it came. */
  'profiles.checkSignature': {
    right: 'integration',
    onlyReads: true,
    input: z.strictObject({ body: z.string().max(200_000), signature: z.string().max(1_000) }),
    output: checkedSignatureSchema,
  },
  /** A saved profile, or what is typed but not saved yet. */
  'profiles.checkConnection': {
    right: 'settings.profiles',
    onlyReads: true,
    input: z.union([z.object({ profileId: z.string() }), z.object({ draft: connectInput })]),
    output: z.object({ checks: z.array(connectionCheckSchema) }),
  },
} as const;

export const profilesEvents = {
  'profiles.changed': z.object({ profiles: z.array(profileSchema), activeId: z.string().nullable() }),
} as const;
