/** A report as the document, the files and the actions take it. */
import type { OutputOf } from '#shared/contract/index.ts';
import type { Report, ZContent, ZDocument } from '#shared/contract/closing-z.ts';
import type { Total } from '#shared/contract/terminals.ts';
import type { TFunction } from 'i18next';
import { authorizedIn, partsOf, type SumPart } from '../../components/sum-parts.ts';
import { formatCount, formatZNumber, type Locale } from '../../i18n/format.ts';

export type XReport = OutputOf<'closing.x'>;
type ZPreview = Omit<ZContent, 'number' | 'revision' | 'skipped'>;

/**
 * `x`: totals now. `preview`: what the Z would say. `z`: an issued one, and which copy of it this is (0: the first print).
 * `merchantName`: as this PC calls the merchant now; the document itself has the id only.
 */
export type PaperReport = (
  | { kind: 'x'; x: XReport; environment: string; merchantId: string }
  | { kind: 'preview'; content: ZPreview }
  | { kind: 'z'; z: ZDocument; copy: number }
) & { merchantName?: string };

/** The part that X and Z have in common. */
export function bodyOf(report: PaperReport): Report {
  if (report.kind === 'x') return report.x;
  return report.kind === 'z' ? report.z.content : report.content;
}

/** Sales, returns by kind, what is only held, and the net; a Z of before kinds were known has sales and reversals by their size, and no net. */
export const sumsOf = ({ sums, sales, reversals }: Report): { part: SumPart; totals: Total[] }[] =>
  sums === null
    ? [
        { part: 'sales', totals: sales },
        { part: 'reversals', totals: reversals },
      ]
    : [
        ...partsOf(sums).slice(0, -1),
        { part: 'authorized', totals: authorizedIn(sums) },
        { part: 'net', totals: sums.net },
        { part: 'unknown', totals: sums.notSummed },
      ];

/** The part that only a Z has; null for an X. */
export function closeOf(report: PaperReport): ZPreview | null {
  if (report.kind === 'x') return null;
  return report.kind === 'z' ? report.z.content : report.content;
}

export function originOf(report: PaperReport): { environment: string; merchantId: string } {
  return report.kind === 'x' ? report : (closeOf(report) ?? { environment: '', merchantId: '' });
}

/** The marks that set this paper apart from the plain one, in words. */
export const marksOf = (report: PaperReport, t: TFunction, locale: Locale): string[] => [
  ...(closeOf(report)?.kind === 'provisional' ? [t('reports.mark.provisional')] : []),
  ...(report.kind === 'z' && report.z.reopened ? [t('reports.mark.reopened')] : []),
  ...(report.kind === 'z' && report.copy > 0
    ? [t('reports.mark.copy', { number: formatCount(report.copy, locale) })]
    : []),
  ...(report.kind === 'preview' ? [t('reports.mark.preview')] : []),
];

/** When it was made: the age of its data is counted to there. */
export const madeAtMs = (report: PaperReport): number =>
  report.kind === 'x' ? report.x.atMs : (closeOf(report)?.closed.atMs ?? 0);
export const madeBy = (report: PaperReport): string =>
  report.kind === 'x' ? report.x.by : (closeOf(report)?.closed.by ?? '');

/** "3fa2 09bc …": four by four can be compared by eye. */
export const groupedHash = (sha256: string): string => sha256.match(/.{1,4}/g)?.join(' ') ?? '';

/** The oldest and the newest of the terminals' reads; null if one was never read. */
export function dataAge({ terminals }: Report): { oldest: number; newest: number } | null {
  const times = terminals.flatMap(({ lastReadAtMs }) => (lastReadAtMs === null ? [] : [lastReadAtMs]));
  return times.length === 0 || times.length < terminals.length
    ? null
    : { oldest: Math.min(...times), newest: Math.max(...times) };
}

/** The currencies of a list in the order they come. */
export const currenciesOf = (lines: readonly { currency: string }[]): string[] => [
  ...new Set(lines.map(({ currency }) => currency)),
];

/** Parts of a file's name. */
export function fileNameOf(report: PaperReport): string[] {
  const { branchName, branchKey, businessDate } = bodyOf(report);
  const branch = branchName ?? branchKey;
  if (report.kind === 'x') return ['X', branch, businessDate];
  if (report.kind === 'preview') return ['Z', branch, businessDate, 'preview'];
  const { number, revision, kind } = report.z.content;
  return ['Z', branch, formatZNumber(number), ...(revision > 1 ? [`r${revision}`] : []), kind];
}
