/** Rules that people write for a bank's lines that settle nothing: what they ask, how they stand, and what one would take. */
import { z } from 'zod';
import type { BankRule, KeptBankRule, RulePreview } from '#shared/contract/bank-rules.ts';
import type { Total } from '#shared/contract/terminals.ts';
import type { MatchItem } from '#shared/domain/matching/index.ts';
import { bookedKinds, type BookedKind } from '#shared/domain/reconciliation.ts';
import { sizeOf, toDecimal } from '#shared/money/money.ts';
import { searchText } from '#shared/text/digits.ts';
import type { FilesWithResults, ReadableDb, WritableDb } from '../../db.ts';
import { recordAct, type By } from '../closing/records.ts';
import { standingImports } from '../imports/standing.ts';
import { LINE_COLUMNS, lineItem } from './items.ts';
import { onceAnItem } from './once-an-item.ts';
import { createSums } from './run/sums.ts';

/** Of the lines that a rule takes, for a person to look at. */
const MOST_SHOWN = 20;

const rowSchema = z
  .object({
    rule_id: z.string(),
    text: z.string(),
    account: z.string(),
    currency: z.string().nullable(),
    least_minor: z.bigint().nullable(),
    most_minor: z.bigint().nullable(),
    kind: z.enum(bookedKinds),
    is_on: z.bigint(),
    by: z.string(),
    at_ms: z.bigint().transform(Number),
  })
  .transform(
    ({ rule_id, currency, least_minor: least, most_minor: most, is_on, at_ms, ...rule }): KeptBankRule => {
      const range =
        currency === null || least === null || most === null
          ? null
          : { least: { minor: least, currency }, most: { minor: most, currency } };
      return { ...rule, ruleId: rule_id, range, isOn: is_on === 1n, atMs: at_ms };
    },
  );

/** In the order in which they were written: the first that fits a line says what it is. */
export const bankRules = (journal: ReadableDb): KeptBankRule[] =>
  journal
    .prepare(
      `SELECT r.rule_id, r.text, r.account, r.currency, r.least_minor, r.most_minor, r.kind, r.is_on, r.by, r.at_ms
       FROM bank_rule AS r
       WHERE NOT EXISTS (SELECT 1 FROM bank_rule AS later WHERE later.rule_id = r.rule_id AND later.seq > r.seq)
       ORDER BY (SELECT MIN(f.seq) FROM bank_rule AS f WHERE f.rule_id = r.rule_id)`,
    )
    .safeIntegers()
    .all()
    .map((row) => rowSchema.parse(row));

/** A fee goes out and income comes in, whatever the text says. */
function isOfDirection(kind: BookedKind, minor: bigint): boolean {
  if (kind === 'bank-fee') return minor < 0n;
  return kind === 'other-income' ? minor > 0n : true;
}

/** What rules look for their text in. */
const searchedOf = onceAnItem(({ text, reference, references }) =>
  searchText([text, reference ?? '', references ?? ''].join(' ')),
);

function createFits({ text, account, range, kind }: BankRule): (line: MatchItem) => boolean {
  const wanted = searchText(text);
  return (line) => {
    const { amount } = line;
    if (!isOfDirection(kind, amount.minor)) return false;
    if (account !== '' && line.account !== account) return false;
    if (range) {
      const size = sizeOf(amount.minor);
      if (range.least.currency !== amount.currency) return false;
      if (size < range.least.minor || size > range.most.minor) return false;
    }
    return wanted === '' || searchedOf(line).includes(wanted);
  };
}

/** What a line is by the rules that are on, else by what its bank says of it. */
export function bookingBy(rules: readonly KeptBankRule[]): (line: MatchItem) => BookedKind | null {
  const on = rules.filter(({ isOn }) => isOn).map((rule) => ({ kind: rule.kind, fits: createFits(rule) }));
  return (line) => on.find(({ fits }) => fits(line))?.kind ?? (line.bankEntry === 'fee' ? 'bank-fee' : null);
}

/** Lines that are matched, proposed to people, or linked to something: a rule of this kind never takes them. */
function payingLines({ journal, results }: FilesWithResults): Set<string> {
  const ids = (db: ReadableDb, sql: string) =>
    db
      .prepare<{ id: string }>(sql)
      .all()
      .map(({ id }) => id);
  const found = results.isThere()
    ? results.read((db) =>
        ids(
          db,
          `SELECT json_extract(line.value, '$.itemId') AS id FROM found_match AS m, json_each(m.theirs) AS line
             WHERE m.run = (SELECT run FROM current) AND m.comparison = 'bank'
           UNION SELECT json_extract(line.value, '$.itemId') FROM proposal AS p, json_each(p.theirs) AS line
             WHERE p.run = (SELECT run FROM current)
           UNION SELECT json_extract(line.value, '$.itemId') FROM exception AS e, json_each(e.theirs) AS line
             WHERE e.run = (SELECT run FROM current) AND e.comparison = 'bank' AND e.type <> 'missing-in-ours'`,
        ),
      )
    : [];
  const byHand = ids(
    journal,
    `SELECT item_id AS id FROM manual_match_member WHERE comparison = 'bank' AND side = 'theirs' AND standing = 1`,
  );
  return new Set([...found, ...byHand]);
}

function* linesOf(files: FilesWithResults): Generator<MatchItem> {
  const read = files.imports
    .prepare(`SELECT ${LINE_COLUMNS} FROM imported_line AS l WHERE l.import_id = ?`)
    .safeIntegers();
  for (const importId of standingImports(files, 'bank'))
    for (const row of read.iterate(importId)) yield lineItem(row, true);
}

/**
 * The lines of all stored statements that the rule would take, newest first; and how many other lines fit it but pay a payout, or
 * may pay one.
 */
export function previewRule(files: FilesWithResults, rule: BankRule): RulePreview {
  const fits = createFits(rule);
  const inUse = payingLines(files);
  const taken: MatchItem[] = [];
  let paying = 0;
  for (const line of linesOf(files)) {
    if (!fits(line)) continue;
    if (inUse.has(line.itemId)) paying += 1;
    else taken.push(line);
  }
  taken.sort((a, b) => ((a.date ?? '') < (b.date ?? '') ? 1 : -1));
  return { totals: createSums(taken).totals(), paying, lines: taken.slice(0, MOST_SHOWN) };
}

/** What the lines that each kept rule fits come to, on or off. The lines are read once for all of them. */
export function sumFitting(files: FilesWithResults): { ruleId: string; totals: Total[] }[] {
  const inUse = payingLines(files);
  const rules = bankRules(files.journal).map((rule) => ({
    ruleId: rule.ruleId,
    fits: createFits(rule),
    sums: createSums(),
  }));
  for (const line of linesOf(files))
    if (!inUse.has(line.itemId)) for (const { fits, sums } of rules) if (fits(line)) sums.add(line.amount);
  return rules.map(({ ruleId, sums }) => ({ ruleId, totals: sums.totals() }));
}

/** Accounts and currencies of the stored statements, for the form of a rule. */
export function accountsOf(files: FilesWithResults): { accounts: string[]; currencies: string[] } {
  const accounts = new Set<string>();
  const currencies = new Set<string>();
  const read = files.imports.prepare<{ account: string; currency: string }>(
    'SELECT DISTINCT account, currency FROM imported_line WHERE import_id = ?',
  );
  for (const importId of standingImports(files, 'bank'))
    for (const { account, currency } of read.all(importId)) {
      if (account !== '') accounts.add(account);
      currencies.add(currency);
    }
  return { accounts: [...accounts].sort(), currencies: [...currencies].sort() };
}

function store(
  journal: WritableDb,
  { by, atMs }: By,
  { ruleId, isOn, ...rule }: BankRule & { ruleId: string; isOn: boolean },
) {
  const { text, account, range, kind } = rule;
  journal
    .prepare(
      'INSERT INTO bank_rule (rule_id, text, account, currency, least_minor, most_minor, kind, is_on, by, at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    )
    .run(
      ruleId,
      text,
      account,
      range?.least.currency ?? null,
      range?.least.minor ?? null,
      range?.most.minor ?? null,
      kind,
      isOn ? 1 : 0,
      by,
      atMs,
    );
}

/** As the audit record says it. */
function said({ text, account, range, kind }: BankRule): Record<string, string> {
  const amounts = range ? `${toDecimal(range.least)}–${toDecimal(range.most)} ${range.least.currency}` : '';
  return { text, account, amounts, kind };
}

export function addRule(
  journal: WritableDb,
  { ruleId, rule, ...who }: By & { ruleId: string; rule: BankRule },
): null {
  store(journal, who, { ...rule, ruleId, isOn: true });
  recordAct(journal, who, 'reconciliation.rule-added', ruleId, said(rule));
  return null;
}

/** Stores what the rule asks for from now on. False if there is no such rule. */
export function changeRule(
  journal: WritableDb,
  { ruleId, rule, ...who }: By & { ruleId: string; rule: BankRule },
): boolean {
  const known = bankRules(journal).find((one) => one.ruleId === ruleId);
  if (!known) return false;
  store(journal, who, { ...rule, ruleId, isOn: known.isOn });
  recordAct(journal, who, 'reconciliation.rule-changed', ruleId, said(rule));
  return true;
}

/** False if there is no such rule. */
export function switchRule(
  journal: WritableDb,
  { ruleId, isOn, ...who }: By & { ruleId: string; isOn: boolean },
): boolean {
  const rule = bankRules(journal).find((one) => one.ruleId === ruleId);
  if (!rule) return false;
  if (rule.isOn === isOn) return true;
  store(journal, who, { ...rule, isOn });
  recordAct(journal, who, isOn ? 'reconciliation.rule-on' : 'reconciliation.rule-off', ruleId, {
    text: rule.text,
  });
  return true;
}
