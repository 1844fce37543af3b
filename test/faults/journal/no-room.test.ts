import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openProfileFiles } from '#electron/database/open-profile-files.ts';
import { newFolder } from './profile-folder.ts';

const script = fileURLToPath(new URL('fill-until-full.ts', import.meta.url));

it.skipIf(process.platform === 'win32')(
  'without room an intent is refused, and every one that was promised is there afterwards',
  () => {
    const folder = newFolder('full');
    // KiB: the files of a new folder, and some dozens of intents.
    const shell = `ulimit -f 2400; exec "${process.execPath}" "${script}" "${folder}"`;
    const run = spawnSync('bash', ['-c', shell], { encoding: 'utf8' });
    const { promised, code } = JSON.parse(run.stdout) as { promised: number; code: string };
    expect(code).toMatch(/^SQLITE_(FULL|IOERR)/);
    expect(promised).toBeGreaterThan(10);
    const opened = openProfileFiles(folder);
    expect(opened.report).toMatchObject({ journal: 'opened', checkByHand: null });
    expect(opened.files.journal.prepare('SELECT COUNT(*) AS n FROM operation').get()).toEqual({
      n: promised,
    });
    opened.close();
  },
);
