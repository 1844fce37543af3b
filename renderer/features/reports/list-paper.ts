/** How a list looks on paper: A4 across, its fonts inside, the head of the table on every page. */
import i18next from 'i18next';
import type { Environment } from '#shared/domain/environment.ts';
import { directionOf, type Language } from '../../i18n/index.ts';
import { FONT_FACES, FONT_FAMILY } from './fonts.ts';
import css from './list-paper.css?raw';

/** As CSS text; what could end it, or its style element, is left out. */
const quoted = (text: string) => `"${text.replace(/["\\\n\r<]/g, ' ')}"`;

export function listStyles(title: string, environment: Environment, language: Language): string {
  const box = `font:600 8pt ${FONT_FAMILY};direction:${directionOf(language)}`;
  const world = environment === 'live' ? '' : i18next.t(`app.environment.${environment}`);
  // The words around the two numbers, in the order of the language.
  const [before = '', between = '', after = ''] = i18next
    .t('reports.page', { page: '\u0001', pages: '\u0001' })
    .split('\u0001');
  const page = `${quoted(`${title} · ${before}`)} counter(page) ${quoted(between)} counter(pages) ${quoted(after)}`;
  return `${FONT_FACES}@page{size:A4 landscape;margin:14mm 12mm;@top-center{content:${quoted(world)};${box}}@bottom-center{content:${page};${box}}}body{font-family:${FONT_FAMILY}}${css}`;
}
