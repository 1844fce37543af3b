/** The file and the prints of a Z: what is recognised, what is not, and which print is a copy. */
import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifyZText } from '#electron/audit/verify-z.ts';
import { closeDay, codeOf, must, withShop, type Shop } from './shop.ts';

describe('the file of a Z', () => {
  const verify = async (shop: Shop, text: string) => must(await shop.session().closing.verifyZ({ text }));

  it('is recognised, and with one character changed it is not', () =>
    withShop(async (shop) => {
      shop.sell('T1', 12_345n);
      await closeDay(shop);
      const { text, fileName } = must(
        await shop.session().closing.zFile({ branchKey: 'B1', number: 1, revision: null }),
      );
      expect(fileName).toBe('z-2026-11-17-no-1-rev-1.json');
      await shop.restart();
      expect((await verify(shop, text)).kind).toBe('valid');
      expect((await verify(shop, `\uFEFF${text}\n`)).kind).toBe('valid');
      expect(text).toContain('"12345"');
      expect(verifyZText(text)?.whole).toBe(true);
      expect(verifyZText(text.replace('"12345"', '"12346"'))?.whole).toBe(false);
      expect(verifyZText(text.replace('{', '{ '))?.whole).toBe(false);
      expect(verifyZText('a letter')).toBeNull();
      expect(await verify(shop, text.replace('"12345"', '"12346"'))).toMatchObject({
        kind: 'changed',
        where: 'file',
      });
      expect((await verify(shop, text.replace('{', '{"content":{},'))).kind).toBe('changed');
      expect((await verify(shop, text.replace('"number":1', '"number":7'))).kind).toBe('unknown-here');
      expect((await verify(shop, text.replace('profile-1', 'profile-2'))).kind).toBe('other-profile');
      expect((await verify(shop, 'a letter')).kind).toBe('not-a-z');
    }));

  it('is not vouched for once what is kept is not what was sealed', () =>
    withShop(async (shop) => {
      shop.sell('T1', 12_345n);
      await closeDay(shop);
      const id = { branchKey: 'B1', number: 1, revision: null };
      const { text } = must(await shop.session().closing.zFile(id));
      const file = new Sqlite(join(shop.folder, 'journal.sqlite'));
      file.exec('DROP TRIGGER z_document_no_update');
      file.exec(`UPDATE z_document SET content = replace(content, '12345', '12346')`);
      file.close();
      expect(await verify(shop, text)).toMatchObject({ kind: 'changed', where: 'kept' });
    }));

  it('every print after the first is a copy', () =>
    withShop(async (shop) => {
      await closeDay(shop);
      const print = async () =>
        must(await shop.session().closing.print({ branchKey: 'B1', number: 1, revision: null })).copy;
      expect([await print(), await print()]).toEqual([0, 1]);
      await shop.restart();
      expect(await print()).toBe(2);
      expect(codeOf(await shop.session().closing.print({ branchKey: 'B1', number: 2, revision: null }))).toBe(
        'z-not-found',
      );
    }));
});
