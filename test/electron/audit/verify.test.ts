import { expect, it } from 'vitest';
import { aJournal, append, event, opened, verified } from './journal.ts';
import { changes, seeded } from './changes.ts';

const FULL = process.env['CLOSEOUT_FULL'] === '1';
const CHANGES = FULL ? 10_000 : 1_000;
const SEED = Number(process.env['CLOSEOUT_SEED'] ?? 15);

const ours = aJournal('live-m1', 60);
const others = [aJournal('live-m2', 20), aJournal('live-m2', 60), aJournal('live-m2', 90)];

it('a whole record verifies to its anchor', () => {
  const { count, head, eventCount } = ours.anchor;
  expect(verified(opened(ours.bytes), ours.anchor, 'live-m1')).toEqual({
    ok: true,
    accepted: [],
    count,
    head,
    events: eventCount,
    operations: { hashed: 5, before: 0 },
  });
});

it(`${CHANGES} random changes are all found (CLOSEOUT_FULL=1 makes 10,000, CLOSEOUT_SEED others)`, () => {
  const pick = seeded(SEED);
  const names = Object.keys(changes);
  const tried: Record<string, number> = {};
  const missed: string[] = [];
  for (let n = 0; n < CHANGES; n += 1) {
    const kind = pick(names.length + 1);
    const name = names[kind] ?? 'swap';
    tried[name] = (tried[name] ?? 0) + 1;
    const db = opened((name === 'swap' ? (others[pick(others.length)] ?? ours) : ours).bytes);
    changes[name]?.(db, pick);
    if (verified(db, ours.anchor).ok) missed.push(`${n} ${name}`);
    db.close();
  }
  expect(missed).toEqual([]);
  expect(Object.keys(tried).sort()).toEqual([...names, 'swap'].sort());
});

const seen = (sql: string, anchor = ours.anchor, owner: string | null = null) => {
  const db = opened(ours.bytes);
  db.exec(sql);
  return verified(db, anchor, owner);
};
const broken = (at: number, problem: string, where = 'entries') => ({ ok: false, in: where, at, problem });

it('says what happened and where, as far as it shows', () => {
  expect(seen(`UPDATE audit_entry SET actor = 'omar' WHERE seq = 7`)).toEqual(broken(7, 'changed'));
  expect(seen('DELETE FROM audit_entry WHERE seq IN (9, 10)')).toEqual(broken(9, 'missing'));
  expect(seen('DELETE FROM audit_entry WHERE seq > 50')).toEqual(broken(51, 'cut'));
  expect(seen('DELETE FROM audit_entry')).toEqual(broken(1, 'cut'));
  expect(
    seen(`UPDATE audit_entry SET seq = -4 WHERE seq = 4; UPDATE audit_entry SET seq = 4 WHERE seq = 5;
      UPDATE audit_entry SET seq = 5 WHERE seq = -4`),
  ).toEqual(broken(4, 'out-of-order'));
  expect(
    seen(`UPDATE audit_entry SET seq = -seq - 1 WHERE seq >= 8; UPDATE audit_entry SET seq = -seq WHERE seq < 0;
      INSERT INTO audit_entry SELECT 8, 1, 'x', 'x', 'x', 'x', '{}', 'ok', 0, '', 'made up', 'hash of it'`),
  ).toEqual(broken(8, 'inserted'));
  expect(seen(`UPDATE operation_event SET to_state = 'SUCCEEDED' WHERE seq = 3`)).toEqual(
    broken(3, 'changed', 'events'),
  );
});

it('another profile’s file is called swapped, longer or shorter, and also without an anchor', () => {
  for (const other of others) {
    expect(verified(opened(other.bytes), ours.anchor)).toEqual(broken(1, 'swapped'));
    expect(verified(opened(other.bytes), null, 'live-m1')).toEqual(broken(1, 'swapped'));
  }
});

it('events cut off at the end are found by the next entry, without an anchor', () => {
  const cut = 'DELETE FROM operation_event WHERE seq > 20';
  expect(seen(cut, { ...ours.anchor, eventCount: 0, eventHead: '' })).toEqual(broken(21, 'cut', 'events'));
});

it('a record that is longer than its anchor is whole where it was not closed: a crash came before the next anchor', () => {
  const db = opened(ours.bytes);
  append(db, 'later');
  event(db, 'op-1');
  const { open: _open, ...old } = ours.anchor;
  for (const anchor of [old, { ...old, open: true }])
    expect(verified(db, anchor)).toMatchObject({ ok: true, count: ours.anchor.count + 1 });
});

it('after a clean end nothing may come, neither an entry nor an event', () => {
  const entry = opened(ours.bytes);
  append(entry, 'later');
  expect(verified(entry, ours.anchor)).toEqual(broken(ours.anchor.count + 1, 'appended'));
  const late = opened(ours.bytes);
  event(late, 'op-1');
  expect(verified(late, ours.anchor)).toEqual(broken(ours.anchor.eventCount + 1, 'appended', 'events'));
});

it('names the operation whose columns are not what its event says, and counts those that have no hash', () => {
  expect(seen(`UPDATE operation SET totals = replace(totals, '1050', '9050') WHERE seq = 3`)).toEqual(
    broken(3, 'changed', 'operations'),
  );
  expect(seen('DELETE FROM operation WHERE seq = 5')).toEqual(broken(5, 'missing', 'operations'));
  expect(seen(`UPDATE operation SET created_at_ms = 9223372036854775807 WHERE seq = 2`)).toEqual(
    broken(2, 'changed', 'operations'),
  );
  const db = aJournal('live-m1', 4);
  const file = opened(db.bytes);
  const asBefore =
    'DELETE FROM audit_entry; DELETE FROM operation_event; DELETE FROM operation WHERE seq > 1';
  file.exec(asBefore);
  event(file, 'op-0');
  file.exec(`UPDATE operation SET note = 'nothing vouches for it'`);
  expect(verified(file, null)).toMatchObject({ ok: true, operations: { hashed: 0, before: 1 } });
});

it('a number that no program of ours writes is a change, not a crash', () => {
  expect(seen('UPDATE audit_entry SET at_ms = 9223372036854775807 WHERE seq = 6')).toMatchObject({
    ok: false,
    in: 'entries',
  });
});
