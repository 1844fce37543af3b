import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { migrate } from '#electron/database/migrate.ts';
import { cacheMigrations, journalMigrations } from '#electron/database/migrations/index.ts';
import { openResultsForReading } from '#electron/database/open-results.ts';
import { FOUND_AT_THE_BANK } from '#electron/database/repositories/bridge/statement.ts';
import { exceptionPageSql } from '#electron/database/repositories/reconciliation/exceptions.ts';
import {
  BY_HAND_OF_IMPORT,
  LINES_BY_HAND,
  MATCHED_LINES,
  MATCHED_OF_IMPORT,
  OPEN_LINES,
  OPEN_OF_IMPORT,
  SALES_OF_ORDERS,
} from '#electron/database/repositories/reconciliation/line-standing.ts';
import { EXACT_OURS, storedMatchesSql } from '#electron/database/repositories/reconciliation/matches.ts';
import {
  expectedPageSql,
  unmatchedPageSql,
} from '#electron/database/repositories/reconciliation/open-items.ts';
import { proposalPageSql } from '#electron/database/repositories/reconciliation/proposals.ts';
import { exceptionFilterSchema } from '#shared/contract/reconciliation-items.ts';
import { createBusinessDays } from '#shared/time/business-days.ts';

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'closeout-results-'));
  folders.push(folder);
  for (const [name, migrations] of [
    ['journal', journalMigrations],
    ['cache', cacheMigrations],
  ] as const) {
    const db = new Sqlite(join(folder, `${name}.sqlite`));
    migrate(db, migrations);
    db.close();
  }
  return folder;
}

const today = {
  today: '2026-11-22',
  days: createBusinessDays({ weekend: [5, 6], holidays: [] }),
  settlementDays: 2,
};
const current = { run: 1, startedAtMs: 1, endedAtMs: 2, basis: {} as never };
const comparison = 'sales' as const;

describe('pages', () => {
  const planOf = ({ sql, args }: { sql: string; args: Record<string, unknown> }): string => {
    const results = openResultsForReading(aFolder());
    const plan = results.read((db) =>
      db.prepare<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all({ ...args, limit: 100 }),
    );
    results.close();
    return plan.map(({ detail }) => detail).join(' · ');
  };
  const filter = exceptionFilterSchema.parse({ text: 'x', ages: ['1-3'] });

  it.each([
    ['oldest', { by: '2026-11-01', key: 'k' }, 'exception_by_date'],
    ['newest', { by: '2026-11-01', key: 'k' }, 'exception_by_date'],
    ['largest', { by: 100n, key: 'k' }, 'exception_by_size'],
  ] as const)('of exceptions, %s first, walk an index and sort nothing', (sort, after, index) => {
    const plan = planOf(exceptionPageSql({ comparison, filter, sort, after }, current, today));
    expect(plan).toContain(`SEARCH e USING INDEX ${index}`);
    expect(plan).not.toContain('TEMP B-TREE FOR ORDER BY');
  });

  it('of one owner begin with what that owner has', () => {
    const mine = { ...filter, owner: 'Sara' };
    const plan = planOf(
      exceptionPageSql({ comparison, filter: mine, sort: 'oldest', after: null }, current, today),
    );
    expect(plan).toContain('exception_now_by_owner (owner=?)');
  });

  it('of what is expected, of one side, and of matches sort nothing', () => {
    const plans = [
      expectedPageSql(
        { comparison, reason: null, text: '', after: { date: '', side: 'ours', itemId: '' } },
        1,
      ),
      unmatchedPageSql({ comparison, side: 'ours', text: '', near: null, after: null }, 1),
      storedMatchesSql({ comparison, rule: 'reference', text: '', after: 5 }, 1),
      proposalPageSql({ text: '', alike: null, after: 5, limit: 10 }, 1),
      proposalPageSql({ text: '', alike: 'x', after: 5, limit: 10 }, 1),
    ].map(planOf);
    expect(plans[0]).toContain('open_item_expected');
    expect(plans[1]).toContain('open_item_by_date');
    expect(plans[2]).toContain('found_match_by_rule');
    expect(plans[3]).toContain('SEARCH p USING PRIMARY KEY (run=? AND number>?)');
    expect(plans[4]).toContain('proposal_alike (run=? AND alike=? AND number>?)');
    for (const plan of plans) expect(plan).not.toContain('TEMP B-TREE');
  });

  it('of the nearest amounts look at both sides of the amount, as far as a page', () => {
    const near = { minor: 5n, currency: 'EGP' };
    const plan = planOf(unmatchedPageSql({ comparison, side: 'ours', text: '', near, after: null }, 1));
    expect(plan).toContain('currency=? AND minor>?');
    expect(plan).toContain('currency=? AND minor<?');
  });

  it('of what pays windows go by the comparison', () => {
    const plan = planOf({ sql: `${FOUND_AT_THE_BANK} LIMIT @limit`, args: {} });
    expect(plan).toContain('SEARCH found_match USING INDEX found_match_by_rule (run=? AND comparison=?)');
    expect(plan).toMatch(/SEARCH exception USING INDEX exception_by_\w+ \(run=\? AND comparison=\?\)/);
  });

  it('of the lines of a file go by their ids, and their counts by the id of the file', () => {
    const args = { run: 1, comparison, from: 'a:', to: 'a;' };
    // The plan is of the same statement with names in place of places.
    const names = ['@run', '@comparison', '@from'];
    const many = (sql: string) => {
      const left = sql.includes('run = ?') ? [...names] : names.slice(1);
      return planOf({ sql: sql.replace(/\?/g, () => left.shift() ?? '?'), args });
    };
    expect(many(OPEN_LINES)).toContain(
      'SEARCH open_item USING PRIMARY KEY (run=? AND comparison=? AND side=? AND item_id=?)',
    );
    expect(many(MATCHED_LINES)).toContain(
      'SEARCH l USING PRIMARY KEY (run=? AND comparison=? AND item_id=?)',
    );
    expect(many(MATCHED_LINES)).toContain('SEARCH m USING PRIMARY KEY (run=? AND number=?)');
    expect(many(LINES_BY_HAND)).toContain(
      'manual_match_member_one_standing (comparison=? AND side=? AND item_id=?)',
    );
    const whole = (sql: string) => planOf({ sql: `${sql} LIMIT @limit`, args });
    expect(whole(OPEN_OF_IMPORT)).toContain(
      'SEARCH o USING PRIMARY KEY (run=? AND comparison=? AND side=? AND item_id>? AND item_id<?)',
    );
    expect(whole(MATCHED_OF_IMPORT)).toContain(
      'SEARCH line_match USING PRIMARY KEY (run=? AND comparison=? AND item_id>? AND item_id<?)',
    );
    expect(whole(BY_HAND_OF_IMPORT)).toContain(
      'manual_match_member_one_standing (comparison=? AND side=? AND item_id>? AND item_id<?)',
    );
  });

  it('of exact pairs walk the rows of closes in their own order', () => {
    const db: Database = new Sqlite(join(aFolder(), 'journal.sqlite'));
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${EXACT_OURS}`).all('', '', 10) as { detail: string }[];
    const ofOrders = db.prepare(`EXPLAIN QUERY PLAN ${SALES_OF_ORDERS}`).all('[]') as { detail: string }[];
    db.close();
    expect(ofOrders.map(({ detail }) => detail).join(' · ')).toContain(
      'closing_row_by_order (merchant_order_id=?)',
    );
    const text = plan.map(({ detail }) => detail).join(' · ');
    expect(text).toContain('SEARCH r USING PRIMARY KEY');
    expect(text).not.toContain('TEMP B-TREE');
  });
});

describe('the file of results', () => {
  it('damaged, is made anew and empty: it can be found again', () => {
    const folder = aFolder();
    writeFileSync(
      join(folder, 'reconciliation.sqlite'),
      'this is no database at all, and long enough to be one'.repeat(100),
    );
    const results = openResultsForReading(folder);
    expect(results.read((db) => db.prepare('SELECT COUNT(*) AS count FROM result').get())).toEqual({
      count: 0,
    });
    results.close();
  });
});

describe('in the journal', () => {
  const journal = () => new Sqlite(join(aFolder(), 'journal.sqlite'));
  const match = `INSERT INTO manual_match VALUES ('M-1', 'sales', 'EGP', 0, '', 'mona', 1);
    INSERT INTO manual_match_member VALUES ('M-1', 'sales', 'ours', 'a', 100, 1);`;
  const decision = `INSERT INTO exception_decision VALUES (1, 'k', 'resolved', 'v', NULL, NULL, 'seen', NULL, NULL, NULL, 'mona', 1);`;

  it.each([
    ['a match', `${match} UPDATE manual_match SET remark = 'x'`, 'matches are kept'],
    ['a match', `${match} DELETE FROM manual_match_member`, 'matches are kept'],
    ['a member', `${match} UPDATE manual_match_member SET amount_minor = 1`, 'matches are kept'],
    ['a member', `${match} UPDATE manual_match_member SET standing = 0`, 'matches are kept'],
    ['a decision', `${decision} UPDATE exception_decision SET remark = 'x'`, 'decisions are kept'],
    ['a decision', `${decision} DELETE FROM exception_decision`, 'decisions are kept'],
    ['a decision', `${decision} INSERT OR REPLACE ${decision.slice(7)}`, 'decisions are kept'],
  ])('%s is never changed: %s', (_name, sql, problem) => {
    const db = journal();
    expect(() => db.exec(sql)).toThrow(problem);
    db.close();
  });

  it('an item is in one match that stands, and free again when that is taken back', () => {
    const db = journal();
    db.exec(match);
    const second = `INSERT INTO manual_match VALUES ('M-2', 'sales', 'EGP', 0, '', 'mona', 2);
      INSERT INTO manual_match_member VALUES ('M-2', 'sales', 'ours', 'a', 100, 1);`;
    expect(() => db.transaction(() => db.exec(second))()).toThrow('UNIQUE');
    db.exec(`INSERT INTO manual_match_taken_back VALUES ('M-1', 'wrong', 'mona', 3); ${second}`);
    db.close();
  });

  it('an owner stays through a resolution, and a resolution through a new owner', () => {
    const db = journal();
    const put = (seq: number, kind: string, owner: string | null, remark: string) =>
      db
        .prepare('INSERT INTO exception_decision VALUES (?, ?, ?, ?, ?, NULL, ?, NULL, NULL, NULL, ?, 1)')
        .run(seq, 'k', kind, `v${seq}`, owner, remark, 'mona');
    put(1, 'assigned', 'Sara', '');
    put(2, 'resolved', null, 'seen');
    put(3, 'assigned', 'Samir', '');
    expect(db.prepare('SELECT * FROM exception_now').all()).toEqual([
      { key: 'k', state: 'resolved', version: 'v2', owner: 'Samir', due_on: null, remark: 'seen' },
    ]);
    db.close();
  });
});
