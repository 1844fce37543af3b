import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openProfileFiles } from '#electron/database/open-profile-files.ts';
import { CASES, damage } from './damage.ts';
import { copyOf, makeTemplate, shaOf, type Template } from './profile-folder.ts';

let template: Template;
beforeAll(() => {
  template = makeTemplate();
});
const companions = ['', '-wal', '-shm'].map((suffix) => `cache.sqlite${suffix}`);

/** The journal closed, the cache as a crash leaves it in every second case. */
function damagedCache(seed: number): { folder: string; how: string } {
  const folder = copyOf(template.closed);
  if (seed % 20 >= 10)
    for (const name of companions)
      if (existsSync(join(template.crashed, name)))
        copyFileSync(join(template.crashed, name), join(folder, name));
  return { folder, how: damage(join(folder, 'cache.sqlite'), seed) };
}

describe('a damaged cache', () => {
  it(`opens in ${CASES} cases, is kept when it was set aside, and the journal's bytes stay`, () => {
    let quarantined = 0;
    for (let seed = 0; seed < CASES; seed += 1) {
      const { folder, how } = damagedCache(seed);
      const label = `seed ${seed}: ${how}`;
      const shas = companions.map((name) => shaOf(join(folder, name)));
      const journal = shaOf(join(folder, 'journal.sqlite'));
      const opened = openProfileFiles(folder);
      const { report, files } = opened;
      expect(report.journal, label).toBe('opened');
      expect(report.checkByHand, label).toBeNull();
      expect(
        () => files.cache.exec(`INSERT OR REPLACE INTO list_read (name) VALUES ('terminals')`),
        label,
      ).not.toThrow();
      if (report.cache === 'quarantined') {
        quarantined += 1;
        const kept = companions.map((name) => shaOf(join(report.quarantinedTo ?? '', name)));
        // The -shm is only an index of the log; SQLite makes it anew whenever it looks.
        expect([kept[0], kept[1] === shaOf('/dev/null') ? 'missing' : kept[1]], label).toEqual([
          shas[0],
          shas[1],
        ]);
        expect(files.cache.prepare('SELECT COUNT(*) AS n FROM terminal').get(), label).toEqual({ n: 0 });
      }
      opened.close();
      expect(shaOf(join(folder, 'journal.sqlite')), label).toBe(journal);
      rmSync(folder, { recursive: true });
    }
    expect(quarantined).toBeGreaterThan(CASES / 3);
  });
});
