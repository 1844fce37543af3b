import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Anchor } from '#electron/audit/anchor.ts';
import { openAudit, type AuditRecord } from '#electron/audit/open-audit.ts';
import { openDatabase, type Database } from '#electron/database/client.ts';
import { testClock } from '../sandbox/gateway.ts';
import { preparedWorkerUrl } from '../../workers.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

it('entries that a transaction of closing appends are followed by their head, not looked through again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'closeout-followed-'));
  const clock = testClock();
  let audit: AuditRecord | null = null;
  let kept: Anchor | null = null;
  let verified = 0;
  const { database } = await openDatabase(preparedWorkerUrl, folder, (notice) => {
    if (notice.event === 'journal-written') audit?.follow(notice);
  });
  const call: Database['call'] = (name, args) => {
    if (name === 'audit.verify') verified += 1;
    return database.call(name, args);
  };
  const record = (audit = await openAudit({
    db: { ...database, call },
    profileId: 'live-m',
    actor: () => 'mona',
    clock,
    log: silent,
    anchors: {
      read: () => Promise.resolve(kept ? { kind: 'found', anchor: kept } : { kind: 'absent' }),
      write: (anchor) => Promise.resolve(((kept = anchor), true)),
    },
    redact: (text) => text,
    onBroken: () => {},
  }));
  expect(verified).toBe(1);
  const settings = { branchKey: 'B1', settings: { cutOff: '05:00' }, by: 'mona', atMs: 1, machine: 'pc' };
  for (let n = 0; n < 3; n += 1) {
    await database.call('closing.setSettings', settings);
    await record.record({ action: 'profile.edited', target: 'live-m', params: {}, outcome: 'ok' });
  }
  await database.call('closing.setSettings', settings);
  record.touch();
  clock.forward(1_000);
  await expect.poll(() => kept?.count).toBe(8);
  await record.stop(() => database.close());
  expect(record.broken()).toBeNull();
  expect(verified).toBe(1);
  await rm(folder, { recursive: true, force: true });
});
