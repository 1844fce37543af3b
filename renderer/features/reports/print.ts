/** Paper through the system's own print dialog, from a document of ours in a frame that nobody sees. */
import type { Paper } from '#shared/contract/reports.ts';
import type { Locale } from '../../i18n/format.ts';
import { styleNonce } from '../../theme/style-nonce.ts';
import type { PaperReport } from './report.ts';

const PX_PER_MM = 96 / 25.4;
/** Longer rolls are cut into pages: no browser prints a page of more than five metres. */
const LONGEST_ROLL_MM = 4_000;
/** The frame that was printed last. One that is still being laid out has no name, so that no other print removes it. */
const PRINTED_ID = 'closeout-paper';
/** A system that shows its dialog says so at once. */
const BEGINS_WITHIN_MS = 1_500;

/** It is laid out at the width of the roll, so that it can be measured. */
async function frameWith(html: string, widthMm: number): Promise<HTMLIFrameElement> {
  const frame = document.createElement('iframe');
  frame.className = 'paper-frame';
  frame.style.inlineSize = `${widthMm}mm`;
  frame.tabIndex = -1;
  frame.ariaHidden = 'true';
  document.body.append(frame);
  const paper = frame.contentDocument;
  if (!paper) throw new Error('no document');
  paper.open();
  // The frame is under the page's policy: its style element counts with the page's nonce only.
  paper.write(html.replace('<style>', () => `<style nonce="${styleNonce}">`));
  paper.close();
  await paper.fonts.ready;
  return frame;
}

/** The document of a report; a roll is as long as what stands on it. */
export async function documentOf(report: PaperReport, paper: Paper, locale: Locale): Promise<string> {
  const { paperOf, ROLL_MARGIN_MM, ROLL_WIDTH_MM } = await import('./paper.tsx');
  const html = paperOf(report, paper, locale);
  if (paper === 'a4') return html;
  const { block, inline } = ROLL_MARGIN_MM;
  const frame = await frameWith(html, ROLL_WIDTH_MM - 2 * inline);
  const heightPx = frame.contentDocument?.body.getBoundingClientRect().height ?? 0;
  frame.remove();
  // A hair more than measured: print rounds, and a page of one empty line must not follow.
  const lengthMm = Math.ceil(heightPx / PX_PER_MM) + 2 * block + 2;
  return paperOf(report, paper, locale, Math.min(Math.max(lengthMm, ROLL_WIDTH_MM), LONGEST_ROLL_MM));
}

/** False if the system showed no dialog. The frame stays until the next one: some systems read it after the dialog. */
export async function printDocument(html: string): Promise<boolean> {
  try {
    const frame = await frameWith(html, 180);
    document.getElementById(PRINTED_ID)?.remove();
    frame.id = PRINTED_ID;
    const view = frame.contentWindow;
    if (!view) return false;
    const begins = new Promise<boolean>((resolve) => {
      view.addEventListener('beforeprint', () => resolve(true));
      setTimeout(() => resolve(false), BEGINS_WITHIN_MS);
    });
    const focused = document.activeElement;
    view.print();
    const began = await begins;
    // Printing can leave the focus in the frame, where the keys of the page are not heard.
    if (document.activeElement === frame && focused instanceof HTMLElement) focused.focus();
    return began;
  } catch {
    // Blocked by the system or the browser: the caller offers a PDF.
    return false;
  }
}
