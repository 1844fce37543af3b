/**
 * `npm run enrol`: merchants for computers that nobody sits at yet. Keys and passphrases come on the standard input, never as an
 * argument, which every user of the computer could read.
 *
 *   npm run enrol -- shops --policy POLICY.json --shops SHOPS.json --out DIR   < KEYS.json
 *   npm run enrol -- use FILE --data DIR                                       < PASSPHRASE
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { connectInput } from '#shared/contract/profiles.ts';
import type { Policy } from '#shared/contract/policy.ts';
import type { Clock } from '#shared/time/clock.ts';
import { textOf } from '#shared/errors/text-of.ts';
import { holdDataFolder } from './data-folder.ts';
import { loadKeytar, openKeychain, type Keychain } from '../keychain/keychain.ts';
import { parsePolicyText } from '../policy/parse-policy.ts';
import { openEnrolment, sealEnrolment } from '../key-process/enrolment-text.ts';
import { createKeyDesk } from '../key-process/key-desk.ts';
import { createKeyStore } from '../services/profiles/keys.ts';
import {
  PROFILE_VERSION,
  profileIdOf,
  readProfiles,
  writeProfile,
  type ProfileFile,
} from '../services/profiles/profile-files.ts';
import { parseHosts } from '../services/profiles/register.ts';
import {
  destroyEnrolment,
  newPassphrase,
  readEnrolment,
  writeEnrolment,
} from '../services/enrolment/index.ts';

const USAGE = `npm run enrol -- shops --policy POLICY.json --shops SHOPS.json --out DIR < KEYS.json
npm run enrol -- use FILE --data DIR < PASSPHRASE`;

const shopsSchema = z
  .array(z.object({ name: z.string().regex(/^[\w.-]{1,60}$/), branch: z.string().min(1).max(80) }))
  .min(1);
const keysSchema = connectInput.pick({ secretKey: true, apiKey: true, paymentKey: true, transferKey: true });

function fail(what: unknown): never {
  throw new Error(typeof what === 'string' ? what : JSON.stringify(what));
}

/** What a policy says of the merchant, as it would be typed. */
function merchantOf({ merchantName, merchantId, environment, dashboardHost, checkoutHost }: Policy) {
  if (!merchantId || !environment || !dashboardHost || !checkoutHost)
    return fail('the policy must set merchantId, environment, dashboardHost and checkoutHost');
  const name = merchantName ?? merchantId;
  return { name, merchantId, environment, dashboardUrl: dashboardHost, checkoutUrl: checkoutHost };
}

type ShopsFrom = { policy: string; shops: string; out: string; keys: string };

/** For each shop a folder with its policy and its enrolment file, and one list of the passphrases, to be carried another way. */
async function makeShops({ policy: policyFile, shops: shopsFile, out, keys }: ShopsFrom): Promise<number> {
  const policy = parsePolicyText(readFileSync(policyFile, 'utf8'), policyFile);
  if (!policy.ok) return fail(policy.error);
  const merchant = merchantOf(policy.value);
  const shops = shopsSchema.parse(JSON.parse(readFileSync(shopsFile, 'utf8')));
  const connect = connectInput.parse({ ...merchant, ...keysSchema.parse(JSON.parse(keys)) });
  const lines = ['shop,passphrase'];
  mkdirSync(out, { recursive: true, mode: 0o700 });
  for (const { name, branch } of shops) {
    const folder = join(out, name);
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(join(folder, 'policy.json'), `${JSON.stringify({ ...policy.value, branch }, null, 2)}\n`);
    const passphrase = newPassphrase();
    const sealed = await sealEnrolment(connect, passphrase);
    const written = writeEnrolment(join(folder, 'closeout.enrolment'), sealed);
    if (!written.ok) return fail(written.error);
    lines.push(`${name},${passphrase}`);
  }
  writeFileSync(join(out, 'passphrases.csv'), `${lines.join('\n')}\n`, { flag: 'wx', mode: 0o600 });
  return shops.length;
}

type Use = { file: string; dataDir: string; passphrase: string; keychain: Keychain };

/** The merchant is connected without a window: its keys are in the keychain, bound to its addresses. The file is gone. */
export async function useEnrolment({ file, dataDir, passphrase, keychain }: Use): Promise<ProfileFile> {
  const read = await readEnrolment(file, passphrase, openEnrolment);
  if (!read.ok) return fail(read.error);
  const hosts = parseHosts(read.value);
  if (!hosts.ok) return fail(hosts.error);
  const store = createKeyStore(keychain, createKeyDesk({ keychain, clock, guard: () => {} }));
  const keys = await store.check(read.value, true);
  if (!keys.ok) return fail(keys.error);
  const held = holdDataFolder(dataDir);
  if (!held.ok) return fail(held.message);
  try {
    const { name, merchantId, environment } = read.value;
    const id = profileIdOf(environment, merchantId);
    if (readProfiles(dataDir).profiles.some((known) => known.id === id)) return fail(`${id} is here already`);
    if ((await keychain.ready()) !== 'available') return fail('there is no keychain to keep the keys in');
    const profile: ProfileFile = {
      schemaVersion: PROFILE_VERSION,
      id,
      name,
      merchantId,
      environment,
      ...hosts.value,
      keychainId: randomUUID(),
    };
    const bound = await store.bind(profile);
    if (!bound.ok) return fail(bound.error);
    const saved = await store.save(profile.keychainId, read.value);
    if (!saved.ok) return fail(saved.error);
    writeProfile(dataDir, profile);
    destroyEnrolment(file);
    return profile;
  } finally {
    held.lock.release();
  }
}

const clock: Clock = {
  nowMs: () => Date.now(),
  after: (delayMs, task) => {
    const timer = setTimeout(task, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

async function main(): Promise<number> {
  process.umask(0o077);
  const options = {
    policy: { type: 'string' },
    shops: { type: 'string' },
    out: { type: 'string' },
    data: { type: 'string' },
  } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [what, file] = positionals;
  const { policy, shops, out, data } = values;
  if (what === 'shops' && policy && shops && out) {
    const count = await makeShops({ policy, shops, out: resolve(out), keys: await text(process.stdin) });
    console.log(
      `${count} shops in ${resolve(out)}. Send passphrases.csv another way than the folders, and delete it then.`,
    );
    return 0;
  }
  if (what === 'use' && file && data) {
    const passphrase = (await text(process.stdin)).trim();
    const keychain = openKeychain(loadKeytar, clock, () => {});
    const profile = await useEnrolment({ file: resolve(file), dataDir: resolve(data), passphrase, keychain });
    console.log(`${profile.name} (${profile.environment}) is connected. The enrolment file is gone.`);
    return 0;
  }
  console.error(USAGE);
  return 2;
}

if (process.argv[1] === import.meta.filename)
  main().then(
    (code) => (process.exitCode = code),
    (error: unknown) => {
      console.error(textOf(error));
      process.exitCode = 1;
    },
  );
