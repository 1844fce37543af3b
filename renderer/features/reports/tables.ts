/** A report as sheets: the facts first, then totals, what was counted, terminals, what was carried, what changed. Words included. */
import type { TFunction } from 'i18next';
import type { ColumnKind, Sheet } from '#shared/contract/reports.ts';
import { shownOfLine } from '#shared/domain/closing.ts';
import { shownAmount } from '#shared/domain/kinds/index.ts';
import { toDecimal, type Money } from '#shared/money/money.ts';
import type { Total } from '#shared/contract/terminals.ts';
import { formatZNumber } from '../../i18n/format.ts';
import { missingNumbers } from '../../i18n/missing-numbers.ts';
import type { Language } from '../../i18n/index.ts';
import { bodyOf, closeOf, madeAtMs, madeBy, originOf, sumsOf, type PaperReport } from './report.ts';

type Cell = Sheet['rows'][number][number];
type Make = { t: TFunction; timeZone: string; rtl: boolean };
type Fact = { name: string; value?: Cell; atMs?: number | null; count?: number; amount?: Money };

const money = (value: Money): [string, string] => [toDecimal(value), value.currency];

function sheetOf(make: Make, name: string, columns: [string, ColumnKind][], rows: Cell[][]): Sheet[] {
  if (rows.length === 0) return [];
  const { rtl, timeZone } = make;
  return [{ name, rtl, timeZone, columns: columns.map(([header, kind]) => ({ header, kind })), rows }];
}
const typeWord = ({ t }: Make, value: string | null): string =>
  value === null ? t('reports.noType') : t(`terminals.paymentType.${value}`, { defaultValue: value });

const terminalWord = (report: PaperReport, terminalId: string | null): string | null =>
  bodyOf(report).terminals.find((one) => one.terminalId === terminalId)?.label ?? terminalId;

function factsOf(report: PaperReport, { t }: Make): Fact[] {
  const body = bodyOf(report);
  const close = closeOf(report);
  const z = report.kind === 'z' ? report.z : null;
  const { environment, merchantId } = originOf(report);
  const sums = (name: string, totals: readonly Total[]): Fact[] =>
    totals.map(({ count, amount }) => ({ name, count, amount }));
  const reads = body.terminals.map(({ lastReadAtMs }) => lastReadAtMs);
  const oldest = reads.includes(null) ? null : Math.min(...reads.map((atMs) => atMs ?? 0));
  return [
    {
      name: t(report.kind === 'x' ? 'reports.title.x' : 'reports.title.z'),
      value: z ? formatZNumber(z.content.number) : null,
    },
    ...(z?.content.skipped
      ? [{ name: t('reports.missing.name'), value: missingNumbers(t, z.content.skipped) }]
      : []),
    { name: t('reports.fact.environment'), value: t(`app.environment.${environment}`) },
    {
      name: t('reports.fact.merchant'),
      value: [report.merchantName ?? [], merchantId].flat().join(' · '),
    },
    { name: t('reports.fact.branch'), value: body.branchName ?? body.branchKey },
    { name: t('reports.fact.businessDate'), value: body.businessDate },
    { name: t('reports.fact.timeZone'), value: body.timeZone },
    { name: t('reports.fact.dayEnds'), atMs: body.endsAtMs },
    ...(z ? [{ name: t('reports.fact.revision'), value: String(z.content.revision) }] : []),
    ...(close ? [{ name: t('reports.fact.kind'), value: t(`reports.kind.${close.kind}`) }] : []),
    ...(close ? [{ name: t('reports.fact.begun'), value: close.begun.by, atMs: close.begun.atMs }] : []),
    {
      name: t(close ? 'reports.fact.closed' : 'reports.fact.made'),
      value: madeBy(report),
      atMs: madeAtMs(report),
    },
    ...(close?.approvedBy ? [{ name: t('reports.fact.approvedBy'), value: close.approvedBy }] : []),
    ...(close ? [{ name: t('reports.fact.verdict'), value: t(`reports.verdict.${close.verdict}`) }] : []),
    {
      name: t('reports.fact.dataAge'),
      value: oldest === null ? t('reports.age.someNeverRead') : null,
      atMs: reads.length === 0 ? null : oldest,
    },
    ...sumsOf(body).flatMap(({ part, totals }) => sums(t(`terminals.sum.${part}`), totals)),
    ...sums(t('reports.sum.late'), body.late),
    ...(z?.reopened
      ? [
          {
            name: t('reports.mark.reopened'),
            value: `${z.reopened.by}: ${z.reopened.reason}`,
            atMs: z.reopened.atMs,
          },
        ]
      : []),
    ...(close?.provisionalNote ? [{ name: t('reports.provisionalNote'), value: close.provisionalNote }] : []),
    { name: t('reports.fact.version'), value: body.appVersion },
    ...(z ? [{ name: 'SHA-256', value: z.sha256 }] : []),
  ];
}

function changeRows(report: PaperReport, make: Make): Cell[][] {
  const changes = closeOf(report)?.changes;
  if (!changes) return [];
  const rows = (word: string, list: typeof changes.added): Cell[][] =>
    list.map(({ terminalId, refNumber, merchantOrderId, paymentType, amount }) => [
      word,
      typeWord(make, paymentType),
      terminalId,
      refNumber,
      merchantOrderId,
      ...money(amount),
    ]);
  const { t } = make;
  return [
    ...rows(t('reports.change.added'), changes.added),
    ...rows(t('reports.change.removed'), changes.removed),
  ];
}

const columnsIn = (
  { t }: Make,
  columns: readonly (readonly [string, ColumnKind])[],
): [string, ColumnKind][] => columns.map(([name, kind]) => [t(`reports.column.${name}`), kind]);
const AMOUNT = [
  ['amount', 'amount'],
  ['currency', 'text'],
] as const;

const factSheet = (report: PaperReport, make: Make): Sheet[] =>
  sheetOf(
    make,
    make.t('reports.section.facts'),
    columnsIn(make, [
      ['fact', 'text'],
      ['value', 'text'],
      ['time', 'instant'],
      ['count', 'count'],
      ...AMOUNT,
    ]),
    factsOf(report, make).map(({ name, value = null, atMs = null, count = null, amount: sum }) => [
      name,
      value,
      atMs,
      count,
      ...(sum ? money(sum) : [null, null]),
    ]),
  );

const totalSheet = (report: PaperReport, make: Make): Sheet[] =>
  sheetOf(
    make,
    make.t('reports.section.totals'),
    columnsIn(make, [['type', 'text'], ['mode', 'text'], ['count', 'count'], ...AMOUNT]),
    bodyOf(report).totals.map((total) => [
      typeWord(make, total.paymentType),
      total.entryMode === null
        ? make.t('reports.noMode')
        : make.t(`terminals.entryMode.${total.entryMode}`, { defaultValue: total.entryMode }),
      total.count,
      ...money(shownAmount(total)),
    ]),
  );

const countSheet = (report: PaperReport, make: Make): Sheet[] =>
  sheetOf(
    make,
    make.t('reports.section.counted'),
    columnsIn(make, [
      ['terminal', 'text'],
      ['type', 'text'],
      ['count', 'count'],
      ['slips', 'count'],
      ['expected', 'amount'],
      ['counted', 'amount'],
      ['difference', 'amount'],
      ['currency', 'text'],
      ['reason', 'text'],
      ['remark', 'text'],
      ['by', 'text'],
    ]),
    (closeOf(report)?.lines ?? []).map((line) => {
      const { currency, paymentType, terminalId, side, count, slips, explanation } = line;
      const shown = [line.expected, line.counted, line.difference].map((amount) =>
        toDecimal(shownOfLine(line, amount)),
      );
      return [
        terminalWord(report, terminalId),
        side ? make.t(`closing.side.${side}`) : typeWord(make, paymentType),
        count,
        slips,
        ...shown,
        currency,
        explanation && make.t(`closing.differenceReason.${explanation.reason}`),
        explanation && explanation.note,
        explanation && explanation.by,
      ];
    }),
  );

const terminalSheet = (report: PaperReport, make: Make): Sheet[] =>
  sheetOf(
    make,
    make.t('reports.section.terminals'),
    columnsIn(make, [
      ['terminal', 'text'],
      ['terminalId', 'text'],
      ['lastRead', 'instant'],
      ['left', 'text'],
    ]),
    bodyOf(report).terminals.map(({ terminalId, label, lastReadAtMs, leftOut, outstandingLeft }) => {
      const left = leftOut ?? outstandingLeft;
      const note = left === null || left.note === '' ? '' : `: ${left.note}`;
      return [
        label,
        terminalId,
        lastReadAtMs,
        left && `${make.t(`closing.leaveReason.${left.reason}`)}${note}`,
      ];
    }),
  );

const carriedSheet = (report: PaperReport, make: Make): Sheet[] =>
  sheetOf(
    make,
    make.t('reports.section.carriedShort'),
    columnsIn(make, [
      ['operation', 'text'],
      ['operationId', 'text'],
      ['approvedBy', 'text'],
      ['remark', 'text'],
    ]),
    (closeOf(report)?.carried ?? []).map(({ opId, kind, note, approvedBy }) => [
      make.t(`operations.kind.${kind}`),
      opId,
      approvedBy,
      note,
    ]),
  );

const unreadSheet = (report: PaperReport, make: Make): Sheet[] =>
  sheetOf(
    make,
    make.t('reports.section.unreadShort'),
    columnsIn(make, [
      ['terminal', 'text'],
      ['terminalId', 'text'],
      ['row', 'text'],
      ['remark', 'text'],
      ['by', 'text'],
      ['time', 'instant'],
    ]),
    bodyOf(report).unread.map(({ terminalId, raw, note, by, atMs }) => [
      terminalWord(report, terminalId),
      terminalId,
      raw,
      note,
      by,
      atMs,
    ]),
  );

const changeSheet = (report: PaperReport, make: Make): Sheet[] =>
  sheetOf(
    make,
    make.t('reports.section.changes'),
    columnsIn(make, [
      ['change', 'text'],
      ['type', 'text'],
      ['terminalId', 'text'],
      ['reference', 'text'],
      ['order', 'text'],
      ...AMOUNT,
    ]),
    changeRows(report, make),
  );

export function sheetsOf(report: PaperReport, t: TFunction, language: Language): Sheet[] {
  const make: Make = { t, timeZone: bodyOf(report).timeZone, rtl: language === 'ar' };
  const sheets = [factSheet, totalSheet, countSheet, terminalSheet, unreadSheet, carriedSheet, changeSheet];
  return sheets.flatMap((sheet) => sheet(report, make));
}
