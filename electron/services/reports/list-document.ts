/** A list as a document for paper: known elements only, no script, everything a person or the gateway wrote escaped. */
import type { ExportInput } from '#shared/contract/exports.ts';
import {
  DOCUMENT_HEAD,
  DOCUMENT_HEAD_AR,
  DOCUMENT_TITLE,
  type ColumnKind,
} from '#shared/contract/reports.ts';
import type { HeadFact } from './list-head.ts';
import { kindOf, type Cell, type SheetRows } from './sheet-rows.ts';
import { minuteIn } from './wall-time.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.toWellFormed().replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char);
/** Each value keeps its own direction beside its neighbours. */
const alone = (text: string) => `<bdi>${escaped(text)}</bdi>`;
const number = (text: string) => `<bdi dir="ltr">${escaped(text)}</bdi>`;
const grouped = (decimal: string) =>
  decimal.replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));

const isNumber = (kind: ColumnKind) => kind === 'amount' || kind === 'count';

function cellHtml(cell: Cell, kind: ColumnKind, timeZone: string): string {
  if (cell === null || cell === '') return '';
  switch (kindOf(cell, kind)) {
    case 'text':
      return alone(String(cell));
    case 'amount':
      return number(grouped(String(cell)));
    case 'instant':
      return number(minuteIn(timeZone, Number(cell)));
    case 'count':
    case 'date':
      return number(String(cell));
  }
}

function factHtml({ name, value, atMs, count, amount }: HeadFact, timeZone: string): string {
  const parts = [
    value === undefined ? '' : alone(value),
    count === null || count === undefined ? '' : number(String(count)),
    amount ? number(`${amount[1]} ${grouped(amount[0])}`) : '',
    atMs === undefined ? '' : number(minuteIn(timeZone, atMs)),
  ];
  return `<div><dt>${escaped(name)}</dt><dd>${parts.filter((part) => part !== '').join(' · ')}</dd></div>`;
}

/** `styles` comes from the window, and is checked with the whole. */
export function listDocument(
  { head, language, styles }: Pick<ExportInput, 'head' | 'language' | 'styles'>,
  facts: readonly HeadFact[],
  { columns, rows, timeZone }: SheetRows,
): string {
  const cell = (tag: string, kind: ColumnKind, inside: string) =>
    `<${tag}${isNumber(kind) ? ' class="number"' : ''}>${inside}</${tag}>`;
  const heads = columns.map(({ header, kind }) => cell('th', kind, escaped(header))).join('');
  let body = '';
  for (const row of rows)
    body += `<tr>${columns.map(({ kind }, at) => cell('td', kind, cellHtml(row[at] ?? null, kind, timeZone))).join('')}</tr>`;
  const start = language === 'ar' ? DOCUMENT_HEAD_AR : DOCUMENT_HEAD;
  return `${start}<title>${DOCUMENT_TITLE}</title><style>${styles.replaceAll('<', ' ')}</style></head><body><h1>${escaped(head.title)}</h1><dl>${facts.map((fact) => factHtml(fact, timeZone)).join('')}</dl><table><thead><tr>${heads}</tr></thead><tbody>${body}</tbody></table></body></html>`;
}
