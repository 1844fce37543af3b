/** Recipients that are kept: their numbers are sealed by a key that is in the keychain only. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { recipientsList } from '#electron/services/reports/lists/recipients.ts';
import { keychainRecipientSeal } from '#electron/services/transfers/index.ts';
import type { Keychain } from '#electron/keychain/keychain.ts';
import { keychainError } from '#shared/errors/app-error.ts';
import type { FilesWithResults } from '#electron/database/db.ts';
import type { ExportOf } from '#shared/contract/exports.ts';
import { err, ok } from '#shared/errors/result.ts';
import { codeOf, must, withBench, type Bench } from '../operations/harness.ts';

const NUMBER = 'EG380019000500000000263180002';
const paper = { method: 'bank' as const, recipient: 'Nile Paper', number: NUMBER, bank: 'National Bank' };
const service = (bench: Bench) => bench.session().transfers;
const listOf = async (bench: Bench) => must(await service(bench).recipients()).recipients;
const keep = (bench: Bench, change: Partial<typeof paper> = {}, key: string | null = null) =>
  service(bench).saveRecipient({ key, recipient: { ...paper, ...change } });

/** A keychain as the system's: what is in it outlives a session. */
function aKeychain() {
  const stored = new Map<string, string>();
  const now = { refuses: false, isThere: true };
  const keychain: Keychain = {
    state: () => (now.isThere ? 'available' : 'unavailable'),
    ready: async () => (now.isThere ? 'available' : 'unavailable'),
    get: async (account) => (now.refuses ? err(keychainError('refused')) : ok(stored.get(account) ?? null)),
    set: async (account, secret) => {
      if (!now.isThere) return ok('session-only');
      stored.set(account, secret);
      return ok('stored');
    },
    delete: async (account) => {
      stored.delete(account);
      return ok(null);
    },
  };
  const guarded: string[] = [];
  const seal = keychainRecipientSeal(keychain, 'k', (secret) => void guarded.push(secret));
  return { seal, stored, now, guarded };
}
const bytesIn = (folder: string): Buffer[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? bytesIn(path) : [readFileSync(path)];
  });

it('one is kept, opened, changed and removed; only the end of its number is listed, and no file has it', () => {
  const { seal, stored, guarded } = aKeychain();
  return withBench(
    async (bench) => {
      const { key } = must(await keep(bench, { number: 'EG38 0019 0005 0000 0000 2631 8000 2' }));
      expect(await listOf(bench)).toMatchObject([
        { key, name: 'Nile Paper', bank: 'National Bank', ending: '•••• 0002', by: 'mona', isReadable: true },
      ]);
      expect(JSON.stringify(await listOf(bench))).not.toContain(NUMBER);
      expect(must(await service(bench).recipient({ key }))).toEqual(paper);
      // The key is in the keychain alone, and no log may have it.
      const [secret = ''] = stored.values();
      expect(guarded).toContain(secret);
      await bench.restart((folder) => {
        const parts = [NUMBER, secret, Buffer.from(secret, 'hex')];
        for (const part of parts)
          expect(bytesIn(folder).filter((bytes) => bytes.includes(part))).toHaveLength(0);
      });
      expect(must(await service(bench).recipient({ key })).number).toBe(NUMBER);
      must(await keep(bench, { number: '12345678' }, key));
      expect(await listOf(bench)).toMatchObject([{ key, ending: '•••• 5678' }]);
      expect(must(await service(bench).recipient({ key })).number).toBe('12345678');
      must(await service(bench).removeRecipient({ key }));
      expect(await listOf(bench)).toEqual([]);
      expect(codeOf(await service(bench).recipient({ key }))).toBe('invalid');
      const { db } = bench.session().context;
      const entries = await db.call('audit.entries', { after: 0, upTo: 1_000, limit: 1_000 });
      const told = entries.filter(({ action }) => action.startsWith('recipient.'));
      const before = { nameBefore: 'Nile Paper', endingBefore: '•••• 0002' };
      expect(
        told.map(({ action, target, params }) => [action, target, JSON.parse(params) as unknown]),
      ).toEqual([
        ['recipient.saved', 'Nile Paper', { key, ending: '•••• 0002' }],
        ['recipient.changed', 'Nile Paper', { key, ending: '•••• 5678', ...before }],
        ['recipient.removed', 'Nile Paper', { key, ending: '•••• 5678' }],
      ]);
      expect(JSON.stringify(told)).not.toContain(NUMBER);
    },
    { recipientSeal: seal },
  );
});

it('a number that was moved to another recipient, or whose key is lost, is not opened, and is entered again', () => {
  const { seal, stored: keys, now } = aKeychain();
  return withBench(
    async (bench) => {
      const one = must(await keep(bench)).key;
      const other = must(await keep(bench, { recipient: 'Rent Office', number: '12345678' })).key;
      const { db } = bench.session().context;
      const stored = await db.call('recipients.all', null);
      const moved = {
        ...stored.find(({ key }) => key === one)!,
        sealed: stored.find(({ key }) => key === other)!.sealed,
      };
      await db.call('recipients.change', moved);
      expect(codeOf(await service(bench).recipient({ key: one }))).toBe('number-not-kept');
      expect(must(await service(bench).recipient({ key: other })).number).toBe('12345678');
      now.refuses = true;
      expect(codeOf(await service(bench).recipient({ key: other }))).toBe('refused');
      // The keychain is the reason, not the numbers.
      expect(must(await service(bench).recipients())).toMatchObject({
        recipients: [{ isReadable: false }, { isReadable: false }],
        keychain: { code: 'refused' },
      });
      now.refuses = false;
      expect(must(await service(bench).recipients()).keychain).toBeNull();
      keys.clear();
      expect(codeOf(await service(bench).recipient({ key: other }))).toBe('number-not-kept');
      must(await keep(bench, {}, one));
      expect((await listOf(bench)).map(({ name, isReadable }) => [name, isReadable])).toEqual([
        ['Nile Paper', true],
        ['Rent Office', false],
      ]);
    },
    { recipientSeal: seal },
  );
});

it('two that are kept at once are sealed by one key', () => {
  const { seal } = aKeychain();
  return withBench(
    async (bench) => {
      const made = await Promise.all([keep(bench), keep(bench, { recipient: 'Rent Office' })]);
      for (const one of made) expect(must(await service(bench).recipient(must(one))).number).toBe(NUMBER);
    },
    { recipientSeal: seal },
  );
});

it('one that was removed while its dialog was open does not come back', () => {
  const { seal } = aKeychain();
  let gone: (() => Promise<unknown>) | null = null;
  // The key is read after the recipient was found, and before it is stored.
  const slow = { ...seal, readOrMake: async () => (await gone?.(), seal.readOrMake()) };
  return withBench(
    async (bench) => {
      const { key } = must(await keep(bench));
      gone = () => service(bench).removeRecipient({ key });
      expect(codeOf(await keep(bench, { number: '12345678' }, key))).toBe('invalid');
      expect(await listOf(bench)).toEqual([]);
    },
    { recipientSeal: slow },
  );
});

it('a key that is damaged in the keychain is left as it is', () => {
  const { seal, stored } = aKeychain();
  return withBench(
    async (bench) => {
      const { key } = must(await keep(bench));
      const [[account, secret]] = [...stored] as [[string, string]];
      stored.set(account, secret.slice(2));
      const damaged = { ok: false, error: { kind: 'keychain', params: { cause: 'recipients-key' } } };
      expect(await keep(bench, { recipient: 'Rent Office' })).toMatchObject(damaged);
      expect(await service(bench).recipient({ key })).toMatchObject(damaged);
      expect(stored.get(account)).toBe(secret.slice(2));
      stored.set(account, secret);
      expect(must(await service(bench).recipient({ key })).number).toBe(NUMBER);
    },
    { recipientSeal: seal },
  );
});

it('the same name and number are kept once', () => {
  const { seal } = aKeychain();
  return withBench(
    async (bench) => {
      const { key } = must(await keep(bench));
      expect(codeOf(await keep(bench, { number: 'EG38 0019 0005 0000 0000 2631 8000 2' }))).toBe(
        'recipient-kept',
      );
      const other = must(await keep(bench, { number: '12345678' })).key;
      expect(codeOf(await keep(bench, {}, other))).toBe('recipient-kept');
      must(await keep(bench, { bank: 'Another Bank' }, key));
      expect(await listOf(bench)).toHaveLength(2);
    },
    { recipientSeal: seal },
  );
});

it('each refusal has its own sentence, and a key that was read is cleared from memory', () => {
  const { seal, now } = aKeychain();
  const given: Buffer[] = [];
  const watched = {
    ...seal,
    readOrMake: async () => {
      const read = await seal.readOrMake();
      if (read.ok && read.value) given.push(read.value);
      return read;
    },
  };
  return withBench(
    async (bench) => {
      now.isThere = false;
      expect(await keep(bench)).toMatchObject({ error: { params: { cause: 'recipient' } } });
      now.isThere = true;
      expect(await keep(bench, { number: '•••• 0002' })).toMatchObject({
        error: { code: 'number-not-kept', params: { cause: 'ending' } },
      });
      must(await keep(bench));
      expect(given).toEqual([Buffer.alloc(32)]);
    },
    { recipientSeal: watched },
  );
});

it('without a keychain none is kept, and what cannot be a number is refused', () => {
  const { seal, now } = aKeychain();
  return withBench(
    async (bench) => {
      now.isThere = false;
      expect(codeOf(await keep(bench))).toBe('unavailable');
      now.isThere = true;
      expect(codeOf(await keep(bench, { number: '12/34' }))).toBe('number-not-understood');
      expect(codeOf(await keep(bench, { number: '4111 1111 1111 1111' }))).toBe('card-number');
      expect(codeOf(await keep(bench, {}, 'nobody'))).toBe('invalid');
      expect(await listOf(bench)).toEqual([]);
    },
    { recipientSeal: seal },
  );
});

it('a file of them has the end of each number, and neither the number nor what it is sealed as', () => {
  const { seal } = aKeychain();
  return withBench(
    async (bench) => {
      must(await keep(bench));
      must(await keep(bench, { recipient: 'Cairo Cups', number: 'EG380019000500000000263180003' }));
      const journal = new Sqlite(join(bench.folder, 'journal.sqlite'), { readonly: true });
      const opened = recipientsList.open(
        { journal } as unknown as FilesWithResults,
        {} as ExportOf<'recipients'>,
        0,
        true,
      );
      const columns = Object.values(recipientsList.columns);
      const cells = [...(opened?.rows ?? [])].map((row) => columns.map(({ value }) => value(row)));
      journal.close();
      expect(cells.map((row) => row.slice(0, 4))).toEqual([
        ['Cairo Cups', 'bank', 'National Bank', '•••• 0003'],
        ['Nile Paper', 'bank', 'National Bank', '•••• 0002'],
      ]);
      expect(opened?.count).toBe(2);
      expect(JSON.stringify(cells)).not.toContain('2631');
    },
    { recipientSeal: seal },
  );
});
