import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { verifyExport } from '#electron/audit/export.ts';
import { createActivityService } from '#electron/services/activity/index.ts';
import { aSale, codeOf, must, reverse, withBench, type Bench } from '../operations/harness.ts';

const ask = { text: '', actor: null, action: null, pc: null, cursor: null, limit: 100 };
const serviceOf = ({ folder }: Bench) =>
  createActivityService({ folder: join(folder, 'exports'), appVersion: '9.9.9' });

it('the list has the entries and the movement that a person confirmed', () =>
  withBench(async (bench) => {
    const { opId } = await reverse(bench, await aSale(bench));
    const { rows, next } = must(await serviceOf(bench).page(bench.session(), ask));
    expect(next).toBeNull();
    expect(rows.map((row) => (row.kind === 'entry' ? row.action : row.opId))).toEqual([opId, 'record.begun']);
    expect(rows[0]).toMatchObject({ kind: 'act', movement: 'reversal', state: 'SUCCEEDED', actor: 'mona' });
    // Sent for an order: a person knows it by the terminal.
    const { operation } = must(await bench.session().operations.detail({ opId }));
    const { orderId: target, terminalId } = operation;
    expect([target, terminalId]).not.toContain(null);
    expect(rows[0]).toMatchObject({ target, terminalId });
  }));

it('a cursor that is none of ours is an input error', () =>
  withBench(async (bench) => {
    const answer = await serviceOf(bench).page(bench.session(), { ...ask, cursor: '{"entry":"all"}' });
    expect(codeOf(answer)).toBe('invalid');
  }));

it('an export is whole, verifies, and is itself recorded', () =>
  withBench(async (bench) => {
    await reverse(bench, await aSale(bench));
    const activity = serviceOf(bench);
    const exported = must(await activity.exportAll(bench.session()));
    expect(exported.entries).toBe(1);
    const found = verifyExport(readFileSync(exported.path, 'utf8'));
    expect(found?.verdict).toMatchObject({ ok: true, count: 1, head: exported.head });
    expect(readdirSync(join(bench.folder, 'exports'))).toHaveLength(1);
    const { rows } = must(await activity.page(bench.session(), { ...ask, action: 'record.exported' }));
    expect(rows).toHaveLength(1);
  }));

it('an export that cannot be written says so, and leaves nothing', () =>
  withBench(async (bench) => {
    writeFileSync(join(bench.folder, 'exports'), 'a file where the folder should be');
    const answer = await serviceOf(bench).exportAll(bench.session());
    expect(answer.ok).toBe(false);
    expect(answer.ok ? '' : answer.error.kind).toBe('storage');
  }));

it('verifying says how long the record is, and what it could not be compared with', () =>
  withBench(async (bench) => {
    await reverse(bench, await aSale(bench));
    const whole = must(await serviceOf(bench).verify(bench.session()));
    expect(whole).toMatchObject({ kind: 'whole', entries: 1, anchored: 'none' });
    expect(must(await serviceOf(bench).summary(bench.session()))).toMatchObject({
      actors: ['mona'],
      actions: ['record.begun', 'reversal'],
      broken: null,
    });
  }));
