import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCore, type Core } from '#electron/core/core.ts';
import type { Transaction } from '#shared/contract/terminals.ts';
import { codeOf, must } from '../services/operations/harness.ts';
import { memoryKeychain } from '../services/people/bench.ts';
import { ADMINISTRATOR, signIn } from '../signed-in.ts';
import { coreOptions } from '../core-options.ts';

const PIN = { Mona: ADMINISTRATOR.pin, Omar: '700813', Sara: '604821' };
type Name = keyof typeof PIN;

const dataDir = mkdtempSync(join(tmpdir(), 'closeout-approvals-'));
let core: Core;
let ids: Record<string, string> = {};
let sales: Transaction[] = [];

const as = async (name: Name) =>
  void must(await core.handlers['people.unlock']({ personId: ids[name] ?? '', pin: PIN[name] }));
const own = (name: Name, requestId: string | null = null) => ({ pin: PIN[name], second: null, requestId });
const prepare = async ({ rowId }: Transaction) =>
  must(await core.handlers['reversal.prepare']({ rowId })).preparationId;
const form = { reason: 'duplicate' as const, note: '' };

async function request(sale: Transaction, by: Name): Promise<string> {
  await as(by);
  const preparationId = await prepare(sale);
  const made = await core.handlers['approvals.request']({
    kind: 'reversal',
    preparationId,
    ...form,
    pin: PIN[by],
  });
  return must(made).request.requestId;
}
async function confirm(
  sale: Transaction,
  authorization: Parameters<Core['handlers']['reversal.confirm']>[0]['authorization'],
) {
  const preparationId = await prepare(sale);
  const typedAmount = (Number(sale.amount.minor) / 100).toFixed(2);
  return core.handlers['reversal.confirm']({ preparationId, ...form, typedAmount, authorization });
}
const waiting = async () =>
  must(await core.handlers['approvals.list']({})).requests.map(({ requestId }) => requestId);

beforeAll(async () => {
  const system = memoryKeychain();
  const started = await startCore(coreOptions(dataDir, system));
  core = must(started);
  const { handlers } = core;
  const { rules } = await signIn(core);
  const pin = PIN.Mona;
  must(await handlers['people.add']({ name: 'Omar', role: 'cashier', newPin: PIN.Omar, pin }));
  const { people } = must(
    await handlers['people.add']({ name: 'Sara', role: 'finance', newPin: PIN.Sara, pin }),
  );
  ids = Object.fromEntries(people.map(({ name, personId }) => [name, personId]));
  // Every reversal is over the limit.
  must(await handlers['people.setRules']({ ...rules, limits: { ...rules.limits, reversal: [] }, pin }));
  must(await handlers['profiles.startPractice']({ language: 'en' }));
  must(await handlers['terminals.refreshList']({}));
  const { terminals } = must(await handlers['terminals.list']({}));
  const terminalId = terminals[1]?.terminalId ?? '';
  must(await handlers['terminals.read']({ terminalId }));
  const filter = {
    text: '',
    listing: 'outstanding' as const,
    paymentTypes: [],
    entryModes: [],
    minAmount: null,
    maxAmount: null,
    minAgeMs: null,
  };
  const page = must(
    await handlers['transactions.page']({
      terminalId,
      filter,
      sort: { by: 'firstSeen', direction: 'asc' },
      cursor: null,
      limit: 100,
    }),
  );
  const seen = new Set<string>();
  sales = page.rows.filter(({ paymentType, flags, merchantOrderId }) => {
    const first = merchantOrderId !== null && !seen.has(merchantOrderId);
    seen.add(merchantOrderId ?? '');
    return first && paymentType === 'SALE' && flags.length === 0;
  });
});
afterAll(async () => {
  await core.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const sale = (at: number): Transaction => {
  const one = sales[at];
  if (!one) throw new Error(`only ${sales.length} sales`);
  return one;
};

describe('over the limit', () => {
  it('alone is not enough; a wrong PIN uses nothing up; with a second PIN it is sent, and both names stay', async () => {
    await as('Omar');
    expect(codeOf(await confirm(sale(0), own('Omar')))).toBe('second-needed');
    const second = { personId: ids['Sara'] ?? '', pin: '999990' };
    const preparationId = await prepare(sale(0));
    const typedAmount = (Number(sale(0).amount.minor) / 100).toFixed(2);
    const ask = (pin: string) =>
      core.handlers['reversal.confirm']({
        preparationId,
        ...form,
        typedAmount,
        authorization: { pin: PIN.Omar, second: { ...second, pin }, requestId: null },
      });
    expect(codeOf(await ask('999990'))).toBe('second-pin-wrong');
    const { operation } = must(await ask(PIN.Sara));
    expect(operation).toMatchObject({ state: 'SUCCEEDED', actor: 'Omar' });
    const { events } = must(await core.handlers['operations.detail']({ opId: operation.opId }));
    expect(events[0]).toMatchObject({ code: 'asked', params: { approvedBy: 'Sara' } });
  });
});

describe('a request for approval', () => {
  it('waits, once for one thing, sends nothing, and is confirmed by somebody who may approve', async () => {
    const requestId = await request(sale(1), 'Omar');
    expect(await waiting()).toEqual([requestId]);
    const again = await core.handlers['approvals.request']({
      kind: 'reversal',
      preparationId: await prepare(sale(1)),
      ...form,
      pin: PIN.Omar,
    });
    expect(codeOf(again)).toBe('request-waiting');
    expect(codeOf(await confirm(sale(1), own('Omar', requestId)))).toBe('own-request');

    await as('Sara');
    expect(codeOf(await confirm(sale(2), own('Sara', requestId)))).toBe('request-not-open');
    const { operation } = must(await confirm(sale(1), own('Sara', requestId)));
    expect(operation).toMatchObject({ state: 'SUCCEEDED', actor: 'Sara' });
    const { events } = must(await core.handlers['operations.detail']({ opId: operation.opId }));
    expect(events[0]?.params).toMatchObject({ approvedBy: 'Sara', requestedBy: 'Omar' });
    expect(await waiting()).toEqual([]);
    expect(codeOf(await confirm(sale(2), own('Sara', requestId)))).toBe('request-not-open');
  });

  it('without one, the right to approve is not the right to reverse', async () => {
    await as('Sara');
    expect(codeOf(await confirm(sale(3), own('Sara')))).toBe('not-allowed');
  });

  it('is refused with a note by another, or withdrawn by who asked, and then no more', async () => {
    const refused = await request(sale(3), 'Omar');
    expect(codeOf(await core.handlers['approvals.refuse']({ requestId: refused, note: 'no' }))).toBe(
      'not-allowed',
    );
    await as('Sara');
    expect(codeOf(await core.handlers['approvals.withdraw']({ requestId: refused }))).toBe(
      'request-not-open',
    );
    must(await core.handlers['approvals.refuse']({ requestId: refused, note: 'the receipt is missing' }));
    expect(codeOf(await core.handlers['approvals.refuse']({ requestId: refused, note: 'x' }))).toBe(
      'request-not-open',
    );
    const withdrawn = await request(sale(3), 'Omar');
    must(await core.handlers['approvals.withdraw']({ requestId: withdrawn }));
    expect(await waiting()).toEqual([]);
  });

  it('by an administrator is not his own to refuse or approve', async () => {
    const requestId = await request(sale(4), 'Mona');
    expect(codeOf(await core.handlers['approvals.refuse']({ requestId, note: 'x' }))).toBe('own-request');
    expect(codeOf(await confirm(sale(4), own('Mona', requestId)))).toBe('own-request');
  });

  it('that the record does not know, or knows otherwise, is approved by nobody', async () => {
    const real = await request(sale(5), 'Omar');
    await as('Sara');
    const state = must(await core.handlers['app.status']({}));
    const file = new Sqlite(join(dataDir, 'profiles', state.activeProfileId ?? '', 'journal.sqlite'));
    const { rowId } = sale(6);
    const copied = `request_id, seq, kind, subject, payload, totals, requested_by_id, requested_by, at_ms, state`;
    // As if Omar, who may ask, had asked for another sale; then what he asked for, with another sale in it.
    file
      .prepare(
        `INSERT INTO approval (${copied}) SELECT 'forged', seq + 1, kind, ?, payload, totals, requested_by_id, requested_by, at_ms, state
         FROM approval WHERE request_id = ?`,
      )
      .run(rowId, real);
    expect(codeOf(await confirm(sale(6), own('Sara', 'forged')))).toBe('request-not-recorded');
    file.prepare(`DELETE FROM approval WHERE request_id = 'forged'`).run();
    file.prepare('UPDATE approval SET subject = ? WHERE request_id = ?').run(rowId, real);
    expect(codeOf(await confirm(sale(6), own('Sara', real)))).toBe('request-not-recorded');
    file.prepare('UPDATE approval SET subject = ? WHERE request_id = ?').run(sale(5).rowId, real);
    file.close();
    expect(must(await confirm(sale(5), own('Sara', real))).operation.state).toBe('SUCCEEDED');
  });

  it('leaves its story in the record, and no PIN anywhere in the data folder', async () => {
    await core.handlers['people.lock']({});
    const state = must(await core.handlers['app.status']({}));
    const file = join(dataDir, 'profiles', state.activeProfileId ?? '', 'journal.sqlite');
    const db = new Sqlite(file, { readonly: true });
    const entries = db
      .prepare(`SELECT action, actor, params FROM audit_entry WHERE action LIKE 'approval.%' ORDER BY seq`)
      .all() as { action: string; actor: string; params: string }[];
    const everything = JSON.stringify(
      db.prepare('SELECT * FROM audit_entry').all().concat(db.prepare('SELECT * FROM approval').all()),
    );
    db.close();
    expect(entries.map(({ action, actor }) => `${action} ${actor}`)).toEqual([
      'approval.approved Omar',
      'approval.requested Omar',
      'approval.approved Sara',
      'approval.requested Omar',
      'approval.refused Sara',
      'approval.requested Omar',
      'approval.withdrawn Omar',
      'approval.requested Mona',
      'approval.requested Omar',
      'approval.approved Sara',
    ]);
    expect(everything).not.toMatch(/280519|700813|604821|999990/);
  });
});
