import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { assertMayWrite } from '#electron/database/money-gate.ts';
import { codeOf } from '#electron/database/open-error.ts';
import { openProfileFiles } from '#electron/database/open-profile-files.ts';
import { chainHead, verifyJournal } from '#electron/database/verify-journal.ts';
import { backupsFolder, listBackups } from '#electron/database/kept-backups.ts';
import { CASES, damage } from './damage.ts';
import {
  CHANGED,
  copyOf,
  idOf,
  LATER,
  makeTemplate,
  newOperation,
  shaOf,
  type Template,
} from './profile-folder.ts';

let template: Template;
let whole: string;
const contentOf = (db: Database) =>
  JSON.stringify(
    ['operation', 'operation_event', 'operation_row'].map((table) =>
      db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all(),
    ),
  );

beforeAll(() => {
  template = makeTemplate();
  const opened = openProfileFiles(copyOf(template.closed));
  whole = contentOf(opened.files.journal);
  opened.close();
});

const sendCode = (unconfirmed: boolean, name: string, args: unknown) => {
  try {
    assertMayWrite({ unconfirmed, damaged: false }, name, args);
    return 'written';
  } catch (error) {
    return codeOf(error);
  }
};

describe('a damaged journal', () => {
  it.each(['closed', 'crashed'] as const)(
    `${CASES} cases of one that was %s: whole, or restored with money blocked and everything kept`,
    (state) => {
      const later = [...LATER, CHANGED].map(idOf);
      let restored = 0;
      let listed = 0;
      for (let seed = 0; seed < CASES; seed += 1) {
        const folder = copyOf(template[state]);
        const path = join(folder, 'journal.sqlite');
        const label = `seed ${seed}: ${damage(path, seed)}`;
        const bad = ['', '-wal'].map((suffix) => shaOf(path + suffix));
        const [backup] = listBackups(folder);
        const opened = openProfileFiles(folder);
        const { report, files } = opened;
        expect(files.journal.pragma('synchronous', { simple: true }), label).toBe(2);
        if (report.journal === 'restored') {
          restored += 1;
          const incident = report.checkByHand?.incidents.at(-1);
          const kept = incident?.kept ?? '';
          expect(shaOf(join(kept, 'journal.sqlite')), label).toBe(bad[0]);
          if (bad[1] !== 'missing') expect(shaOf(join(kept, 'journal.sqlite-wal')), label).toBe(bad[1]);
          const head = verifyJournal(join(backupsFolder(folder), backup?.file ?? ''));
          expect(chainHead(files.journal), label).toEqual(head);
          const ids = incident?.entries.flatMap((entry) => (entry.kind === 'operation' ? [entry.opId] : []));
          const span = incident?.entries.find((entry) => entry.kind === 'unknown-span');
          expect(span, label).toMatchObject({ fromMs: backup?.takenAtMs });
          // What was open in the backup is always listed, whatever the damaged file still says.
          expect(ids, label).toContain(idOf(CHANGED));
          listed += later.filter((id) => ids?.includes(id)).length;
          const unconfirmed = report.checkByHand !== null;
          expect(sendCode(unconfirmed, 'journal.create', newOperation(99)), label).toBe(
            'JOURNAL_UNCONFIRMED',
          );
          expect(sendCode(unconfirmed, 'journal.change', { to: 'SENDING' }), label).toBe(
            'JOURNAL_UNCONFIRMED',
          );
        } else {
          expect(report.checkByHand, label).toBeNull();
          expect(contentOf(files.journal) === whole, label).toBe(true);
        }
        opened.close();
        rmSync(folder, { recursive: true });
      }
      console.info(
        `${state}: ${restored} of ${CASES} restored, ${listed} of ${restored * later.length} listed`,
      );
      expect(restored).toBeGreaterThan(CASES / 2);
      expect(listed / (restored * later.length)).toBeGreaterThan(0.5);
    },
  );

  it('that is missing is restored, too, and never started empty', () => {
    const folder = copyOf(template.closed);
    rmSync(join(folder, 'journal.sqlite'));
    const opened = openProfileFiles(folder);
    expect(opened.report.journal).toBe('restored');
    opened.close();
  });

  it.each(['missing', 'empty', 'nonsense'])(
    '%s and without a backup is refused, and nothing changes',
    (how) => {
      const folder = copyOf(template.closed);
      const path = join(folder, 'journal.sqlite');
      rmSync(backupsFolder(folder), { recursive: true });
      if (how === 'missing') rmSync(path);
      else writeFileSync(path, how === 'empty' ? '' : 'nonsense'.repeat(700));
      const before = shaOf(path);
      expect(() => openProfileFiles(folder)).toThrow(
        expect.objectContaining({ code: 'JOURNAL_DAMAGED' }) as Error,
      );
      expect(shaOf(path)).toBe(before);
      expect(existsSync(join(folder, 'check-by-hand.json'))).toBe(false);
      expect(existsSync(join(folder, 'quarantine'))).toBe(false);
    },
  );

  it('is restored from an older backup when the newest does not verify', () => {
    const folder = copyOf(template.closed);
    const [good] = listBackups(folder);
    const bad = join(backupsFolder(folder), 'journal-2999-01-01T00-00-00.000Z.sqlite');
    const bytes = readFileSync(join(backupsFolder(folder), good?.file ?? ''));
    writeFileSync(bad, bytes.fill(7, 4096, 12_288));
    writeFileSync(join(folder, 'journal.sqlite'), 'nonsense');
    const opened = openProfileFiles(folder);
    expect(opened.report.checkByHand?.incidents[0]?.backup?.file).toBe(good?.file);
    expect(existsSync(bad)).toBe(true);
    opened.close();
  });

  it('a second opening is still blocked', () => {
    const folder = copyOf(template.closed);
    writeFileSync(join(folder, 'journal.sqlite'), 'nonsense');
    openProfileFiles(folder).close();
    const again = openProfileFiles(folder);
    expect(again.report.journal).toBe('opened');
    expect(again.report.checkByHand?.incidents).toHaveLength(1);
    again.close();
  });
});
