import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openProfileFiles } from '#electron/database/open-profile-files.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'closeout-files-'));
const codeOf = (open: () => unknown) => {
  try {
    open();
    return 'opened';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('the files of a profile', () => {
  it('the journal is synchronous=FULL, read back', () => {
    const opened = openProfileFiles(folder());
    expect(opened.files.journal.pragma('synchronous', { simple: true })).toBe(2);
    expect(opened.files.journal.pragma('journal_mode', { simple: true })).toBe('wal');
    opened.close();
  });

  it('open again as they were', () => {
    const at = folder();
    openProfileFiles(at).close();
    const again = openProfileFiles(at);
    expect(again.report).toEqual({
      cache: 'opened',
      journal: 'opened',
      imports: 'opened',
      quarantinedTo: null,
      importsQuarantinedTo: null,
      checkByHand: null,
    });
    again.close();
  });

  it.each(['journal.sqlite', 'cache.sqlite', 'imports.sqlite'])(
    'a %s of a newer version is refused and left as it is',
    (name) => {
      const at = folder();
      openProfileFiles(at).close();
      const db = new Sqlite(join(at, name));
      db.exec(
        `INSERT INTO migration (number, name, hash, applied_at_ms) VALUES (99, 'from-the-future', '', 0)`,
      );
      db.close();
      const before = readFileSync(join(at, name));
      expect(codeOf(() => openProfileFiles(at))).toBe('NEWER_VERSION');
      expect(readFileSync(join(at, name)).equals(before)).toBe(true);
    },
  );

  it('a statement of the cache and of the imports is compiled once, and after they were made anew once more', () => {
    const opened = openProfileFiles(folder());
    const { files } = opened;
    const isKept = (name: 'cache' | 'imports') => {
      const [first, second] = [1, 2].map(() => files[name].prepare('SELECT * FROM migration'));
      return first === second && first?.database.open;
    };
    expect([isKept('cache'), isKept('imports')]).toEqual([true, true]);
    opened.rebuildCache();
    opened.rebuildImports();
    expect([isKept('cache'), isKept('imports')]).toEqual([true, true]);
    opened.close();
  });

  it('a damaged cache is set aside and made anew', () => {
    const at = folder();
    openProfileFiles(at).close();
    writeFileSync(join(at, 'cache.sqlite'), 'this is no database at all, whatever it was before');
    const opened = openProfileFiles(at);
    expect(opened.report.cache).toBe('quarantined');
    expect(readdirSync(opened.report.quarantinedTo ?? '')).toContain('cache.sqlite');
    opened.close();
  });

  it('a damaged journal is refused, never replaced', () => {
    const at = folder();
    openProfileFiles(at).close();
    const damaged = 'this is no database at all, whatever it was before';
    writeFileSync(join(at, 'journal.sqlite'), damaged);
    expect(codeOf(() => openProfileFiles(at))).toBe('JOURNAL_DAMAGED');
    expect(readFileSync(join(at, 'journal.sqlite'), 'utf8')).toBe(damaged);
  });
});
