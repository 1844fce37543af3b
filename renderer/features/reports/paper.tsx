/** A report as one document that stands alone: words, styles and fonts inside, nothing that runs or loads. */
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { DOCUMENT_HEAD, DOCUMENT_HEAD_AR, DOCUMENT_TITLE, type Paper } from '#shared/contract/reports.ts';
import { NO_BRANCH } from '#shared/domain/closing.ts';
import { formatZNumber, type Locale } from '../../i18n/format.ts';
import { FONT_FACES, FONT_FAMILY } from './fonts.ts';
import { bodyOf, marksOf, originOf, type PaperReport } from './report.ts';
import { ReportSheet } from './sheet.tsx';
import css from './report.css?raw';
import { isolated } from '../../i18n/isolated.ts';

/** The length of a roll that nobody measured: that of an A4 page. */
const ROLL_LENGTH_MM = 297;
export const ROLL_WIDTH_MM = 80;
export const ROLL_MARGIN_MM = { block: 7, inline: 4 };

/** As CSS text; what could end it, or its style element, is left out. */
const quoted = (text: string) => `"${text.replace(/["\\\n\r<]/g, ' ')}"`;

/** The top of every page: the environment if it is not the live one, and the marks. */
function topLine(report: PaperReport, locale: Locale): string {
  const { environment } = originOf(report);
  return [
    ...(environment === 'live' ? [] : [i18next.t(`app.environment.${environment}`)]),
    ...marksOf(report, i18next.t, locale),
  ].join(' · ');
}

/** Names the report on each page, for a page that has come loose: "Z report 000123 · Maadi". */
function whosePage(report: PaperReport): string {
  const { branchName, branchKey } = bodyOf(report);
  const title = i18next.t(report.kind === 'x' ? 'reports.title.x' : 'reports.title.z');
  const number = report.kind === 'z' ? ` ${formatZNumber(report.z.content.number)}` : '';
  const branch = branchName ?? (branchKey === NO_BRANCH ? i18next.t('reports.noBranch') : branchKey);
  return `${title}${number} · ${isolated(branch)} · `;
}

function pageRules(report: PaperReport, paper: Paper, locale: Locale, rollLengthMm: number): string {
  const { language } = locale;
  const box = `font:600 8pt ${FONT_FAMILY};direction:${language === 'ar' ? 'rtl' : 'ltr'}`;
  const top = `@top-center{content:${quoted(topLine(report, locale))};${box}}`;
  if (paper === 'receipt') {
    const { block, inline } = ROLL_MARGIN_MM;
    return `@page{size:${ROLL_WIDTH_MM}mm ${rollLengthMm}mm;margin:${block}mm ${inline}mm;${top}}`;
  }
  // The words around the two numbers, in the order of the language.
  const [before = '', between = '', after = ''] = i18next
    .t('reports.page', { page: '\u0001', pages: '\u0001' })
    .split('\u0001');
  const numbers = `${quoted(whosePage(report) + before)} counter(page) ${quoted(between)} counter(pages) ${quoted(after)}`;
  return `@page{size:A4;margin:16mm 15mm;${top}@bottom-center{content:${numbers};${box}}}`;
}

export function paperOf(
  report: PaperReport,
  paper: Paper,
  locale: Locale,
  rollLengthMm = ROLL_LENGTH_MM,
): string {
  const head = locale.language === 'ar' ? DOCUMENT_HEAD_AR : DOCUMENT_HEAD;
  const styles = `${FONT_FACES}${pageRules(report, paper, locale, rollLengthMm)}html,body{margin:0;background:#fff;font-family:${FONT_FAMILY}}${css}`;
  const sheet = renderToStaticMarkup(<ReportSheet report={report} locale={locale} paper={paper} />);
  return `${head}<title>${DOCUMENT_TITLE}</title><style>${styles}</style></head><body>${sheet}</body></html>`;
}
