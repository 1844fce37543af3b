import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseAnchor, type Anchor, type AnchorStore, type ReadAnchor } from '#electron/audit/anchor.ts';
import { exportRecord, verifyExport } from '#electron/audit/export.ts';
import { openAudit, type AuditRecord, type Broken } from '#electron/audit/open-audit.ts';
import { openDatabase, type Database } from '#electron/database/client.ts';
import { createSecretGuard } from '#electron/log/secret-guard.ts';
import { testClock } from '../sandbox/gateway.ts';
import { preparedWorkerUrl } from '../../workers.ts';

const CANARY = 'sk_"canary"\\4f1e';
let folder: string;
let db: Database;
let audit: AuditRecord;
let heard: Broken[];
let logged: string[];
let kept: Anchor | null;
let writes: number;
let mode: 'works' | 'none' | 'unreadable';
const clock = testClock();
const guard = createSecretGuard();
guard.guard(CANARY);

const anchors: AnchorStore = {
  read: (): Promise<ReadAnchor> => {
    if (mode !== 'works') return Promise.resolve({ kind: mode });
    return Promise.resolve(kept ? { kind: 'found', anchor: kept } : { kind: 'absent' });
  },
  write: (anchor) => {
    writes += 1;
    kept = anchor;
    return Promise.resolve(true);
  },
};
const note = (event: string, facts?: Record<string, unknown>) =>
  void logged.push(`${event} ${JSON.stringify(facts)}`);
async function open(): Promise<void> {
  db = (await openDatabase(preparedWorkerUrl, folder)).database;
  const log = { info: note, warn: note, error: note };
  const about = { profileId: 'live-m', actor: () => 'mona', clock, log, anchors };
  const onBroken = (broken: Broken) => void heard.push(broken);
  audit = await openAudit({ ...about, db, redact: (text) => guard.redact(text), onBroken });
}
const close = () => audit.stop(() => db.close());
/** As a crash leaves it: nothing is written at the end. */
const crash = () => db.close();
/** As someone with the file: no triggers, and no other guard of the file left to speak first. */
async function tamper(sql: string): Promise<void> {
  await rm(join(folder, 'journal-anchor.json'), { force: true });
  const file = new Sqlite(join(folder, 'journal.sqlite'));
  file.exec(
    `DROP TRIGGER IF EXISTS audit_entry_no_update; DROP TRIGGER IF EXISTS audit_entry_no_delete; ${sql}`,
  );
  file.close();
}
const edit = (target: string, params = {}) =>
  audit.record({ action: 'profile.edited', target, params, outcome: 'ok' });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'closeout-audit-'));
  heard = [];
  logged = [];
  kept = null;
  writes = 0;
  mode = 'works';
  await open();
  writes = 0;
});
afterEach(async () => {
  await close();
  await rm(folder, { recursive: true, force: true });
});

it('the anchor follows many entries with one writing within a second, and the end writes the last ones', async () => {
  for (const target of ['a', 'b', 'c']) await edit(target);
  expect(writes).toBe(0);
  clock.forward(1_000);
  await expect.poll(() => kept?.count).toBe(4);
  expect(writes).toBe(1);
  await edit('d');
  await audit.stop();
  expect(kept?.count).toBe(5);
});

it('a cut end is found at the next opening, is told, and its anchor is not overwritten', async () => {
  for (const target of ['a', 'b', 'c']) await edit(target);
  await close();
  await tamper('DELETE FROM audit_entry WHERE seq > 2');
  const before = kept;
  await open();
  expect(audit.broken()).toEqual({ ok: false, in: 'entries', at: 3, problem: 'cut' });
  expect(heard).toHaveLength(1);
  expect(logged.join()).toContain('audit-record-broken');
  await edit('after');
  await close();
  expect(kept).toEqual(before);
  await open();
  expect(audit.broken()?.problem).toBeDefined();
});

it('a person can take a broken record as it is: that is an entry, and the next opening is whole', async () => {
  for (const target of ['a', 'b']) await edit(target);
  await close();
  await tamper('DELETE FROM audit_entry WHERE seq > 2');
  await open();
  expect(await audit.accept('restored from the backup of Monday')).toBe(true);
  await close();
  await open();
  expect(audit.broken()).toBeNull();
  const [accepted] = await db.call('audit.entries', { after: 2, upTo: 3, limit: 1 });
  expect(accepted?.params).toContain('"problem":"cut"');
});

it('a changed entry that a person took stays in the record, is known at the next opening, and hides no other', async () => {
  for (const target of ['a', 'b', 'c']) await edit(target);
  await close();
  await tamper(`UPDATE audit_entry SET target = 'other' WHERE seq = 2`);
  await open();
  expect(audit.broken()).toEqual({ ok: false, in: 'entries', at: 2, problem: 'changed' });
  expect(await audit.accept('looked at')).toBe(true);
  expect((await audit.verify()).verdict).toMatchObject({ ok: true, accepted: [2] });
  await edit('after');
  await close();
  await open();
  expect(audit.broken()).toBeNull();
  await close();
  await tamper(`UPDATE audit_entry SET target = 'other' WHERE seq = 4`);
  await open();
  expect(audit.broken()).toEqual({ ok: false, in: 'entries', at: 4, problem: 'changed' });
});

it('what a crash left without an anchor is no break, and an entry says how much it was', async () => {
  clock.forward(1_000);
  await expect.poll(() => kept).toMatchObject({ count: 1, open: true });
  await edit('never anchored');
  await edit('nor this');
  await crash();
  await open();
  expect(audit.broken()).toBeNull();
  const [said] = await db.call('audit.entries', { after: 3, upTo: 4, limit: 1 });
  expect([said?.action, said?.params]).toEqual(['record.continued', '{"entries":2,"events":0}']);
});

it('what somebody put after a record that was closed is found, also where it is hashed as it should be', async () => {
  await edit('a');
  await close();
  expect(kept).toMatchObject({ count: 2, open: false });
  const before = kept;
  await rm(join(folder, 'journal-anchor.json'), { force: true });
  const other = (await openDatabase(preparedWorkerUrl, folder)).database;
  const made = { actor: 'mona', machine: 'm', action: 'profile.edited', target: 'x', params: '{}' };
  await other.call('audit.append', { ...made, atMs: clock.nowMs(), outcome: 'ok' });
  await other.close();
  await open();
  expect(audit.broken()).toEqual({ ok: false, in: 'entries', at: 3, problem: 'appended' });
  await edit('after');
  await close();
  expect(kept).toEqual(before);
  await open();
});

it('an anchor that does not say whether it was closed allows a longer record, as it did before', async () => {
  const { open: _open, ...old } = parseAnchor(JSON.stringify(kept)) ?? {};
  await edit('a');
  await crash();
  kept = parseAnchor(JSON.stringify(old));
  expect(kept).toEqual(old);
  await open();
  expect(audit.broken()).toBeNull();
});

it('nothing is written once the end was asked for, so the anchor is exact', async () => {
  let late: Promise<unknown> = Promise.resolve();
  await audit.stop(() => {
    // Answered after the end was asked for: it must not be in the file without being in the anchor.
    const ended = db.close();
    late = db.call('journal.firstBrokenEvent', null).catch(() => 'refused');
    return ended;
  });
  expect(await late).toBe('refused');
  expect(kept).toMatchObject({ count: 1, open: false });
  await open();
  expect(audit.broken()).toBeNull();
});

it('an anchor that could not be read is never replaced', async () => {
  await close();
  mode = 'unreadable';
  writes = 0;
  await open();
  await edit('a');
  await audit.stop();
  expect(writes).toBe(0);
  expect(logged.join()).toContain('audit-not-anchored');
});

it('without a keychain it says so and goes on', async () => {
  await close();
  mode = 'none';
  await open();
  expect(await edit('a')).toBe(true);
  expect(audit.anchor).toBe('none');
  expect(audit.broken()).toBeNull();
});

it('a change while the record is open is found with the next entry', async () => {
  await edit('a');
  await audit.stop();
  await tamper(`UPDATE audit_entry SET hash = 'b' WHERE seq = 2`);
  await edit('b');
  expect(heard).toEqual([{ ok: false, in: 'entries', at: 2, problem: 'changed' }]);
});

it('an entry of another opening of the same file is no break', async () => {
  clock.forward(1_000);
  await expect.poll(() => kept?.count).toBe(1);
  const other = (await openDatabase(preparedWorkerUrl, folder)).database;
  const log = { info: note, warn: note, error: note };
  const second = await openAudit({
    profileId: 'live-m',
    actor: () => 'omar',
    clock,
    log,
    anchors,
    db: other,
    redact: (text) => text,
    onBroken: () => heard.push({ ok: false, in: 'entries', at: 0, problem: 'changed' }),
  });
  await second.record({ action: 'keys.replaced', target: 'live-m', params: {}, outcome: 'ok' });
  await second.stop();
  await other.close();
  await edit('a');
  await audit.stop();
  expect(heard).toEqual([]);
  expect(kept?.count).toBe(3);
});

it('a secret never gets into the record, in whatever text it comes', async () => {
  await edit(`target ${CANARY}`, { name: CANARY, list: [CANARY], inner: { deep: `x${CANARY}` } });
  await edit('b', { coded: Buffer.from(CANARY).toString('base64') });
  await close();
  const bytes = (await readFile(join(folder, 'journal.sqlite'))).toString('latin1');
  for (const form of [CANARY, JSON.stringify(CANARY).slice(1, -1), Buffer.from(CANARY).toString('base64')])
    expect(bytes).not.toContain(form);
  expect(bytes).toContain('[secret]');
  await open();
});

it('a text that is no Unicode is stored as it is hashed', async () => {
  await edit('half \ud83d of a pair', { name: '\udc00' });
  expect(await db.call('audit.verify', { anchor: null, owner: null })).toMatchObject({ ok: true });
});

it('an exported file verifies by itself; a changed, cut or lengthened one does not', async () => {
  for (const target of ['a', 'b', 'c']) await edit(target, { name: 'Cairo' });
  const facts = { profileId: 'live-m', appVersion: '1.2.3', madeAtMs: 0 };
  const lines: string[] = [];
  for await (const line of exportRecord(db, facts)) lines.push(line);
  const text = lines.join('\n');
  expect(verifyExport(text)).toMatchObject({
    head: { appVersion: '1.2.3', madeAt: '1970-01-01T00:00:00.000Z' },
    verdict: { ok: true, count: 4 },
  });
  const problem = (changed: string) => {
    const verdict = verifyExport(changed)?.verdict;
    return verdict?.ok === false ? verdict.problem : 'whole';
  };
  expect(problem(text.replace('Cairo', 'Giza'))).toBe('changed');
  expect(problem(lines.slice(0, -1).join('\n'))).toBe('cut');
  expect(problem([lines[0], lines[1], lines[3], lines[2], lines[4]].join('\n'))).toBe('out-of-order');
  expect(problem(`${text}\n{"kind":"entry"}`)).toBe('changed');
  expect(verifyExport('{"a":1}\n')).toBeNull();
});
