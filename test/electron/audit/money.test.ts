import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { aSale, codeOf, must, reverse, withBench } from '../services/operations/harness.ts';

const tampered = (sql: string) => (folder: string) => {
  rmSync(join(folder, 'journal-anchor.json'), { force: true });
  const file = new Sqlite(join(folder, 'journal.sqlite'));
  file.exec(`DROP TRIGGER audit_entry_no_update; ${sql}`);
  file.close();
};

it('a changed entry stops money at the next opening, and reading goes on', () =>
  withBench(async (bench) => {
    const sale = await aSale(bench);
    await bench.restart(tampered(`UPDATE audit_entry SET actor = 'somebody else' WHERE seq = 1`));
    expect(bench.session().audit.broken()).toMatchObject({ in: 'entries', at: 1 });
    const { operations } = bench.session();
    const { preparationId } = must(await operations.prepareReversal({ rowId: sale.rowId }));
    const form = { preparationId, reason: 'duplicate' as const, note: '', typedAmount: sale.typed };
    expect(codeOf(await operations.confirmReversal(form))).toBe('journal-blocked');
    expect(await bench.received('PUT', '/reversal')).toBe(0);
  }));

it('a person takes the record as it is: the note stays in it, and money moves again', () =>
  withBench(async (bench) => {
    const sale = await aSale(bench);
    await bench.restart(tampered(`UPDATE audit_entry SET actor = 'somebody else' WHERE seq = 1`));
    must(await bench.session().acceptRecord('the owner has seen the export'));
    expect(bench.session().stoppedBy()).toBeNull();
    const { opId } = await reverse(bench, sale);
    expect(opId).not.toBe('');
    expect(await bench.received('PUT', '/reversal')).toBe(1);
  }));

it('every entry after a movement covers all of its events', () =>
  withBench(async (bench) => {
    const { opId } = await reverse(bench, await aSale(bench));
    const { audit, context } = bench.session();
    await audit.record({ action: 'profile.edited', target: 'profile-1', params: {}, outcome: 'ok' });
    const [last] = await context.db.call('audit.entries', { after: 1, upTo: 9, limit: 9 });
    const events = await context.db.call('journal.events', opId);
    expect(events.map(({ code }) => code)).toContain('succeeded');
    expect(last?.eventCount).toBeGreaterThanOrEqual(events.at(-1)?.seq ?? Number.NaN);
  }));

it('what is being sent is not called left open: the record is taken after its answer', () =>
  withBench(async (bench) => {
    const sale = await aSale(bench);
    const { operations } = bench.session();
    const { preparationId } = must(await operations.prepareReversal({ rowId: sale.rowId }));
    await bench.fault('PUT', '/reversal', { kind: 'delay', ms: 1_000 });
    const form = { preparationId, reason: 'duplicate' as const, note: '', typedAmount: sale.typed };
    const sending = operations.confirmReversal(form);
    await expect.poll(() => bench.received('PUT', '/reversal')).toBe(1);
    expect(codeOf(await bench.session().acceptRecord('seen'))).toBe('movement-in-flight');
    expect(must(await sending).operation.state).toBe('SUCCEEDED');
    expect(codeOf(await bench.session().acceptRecord('seen'))).not.toBe('movement-in-flight');
  }));
