/**
 * Checks that a document is safe to render: it has our own head and known elements only, and nothing in it runs, loads or leads
 * elsewhere. Pure.
 */
import { DOCUMENT_HEAD, DOCUMENT_HEAD_AR, LARGEST_DOCUMENT } from '#shared/contract/reports.ts';

const ELEMENTS = new Set(
  'html head meta title style body main header footer section article div span p h1 h2 h3 table caption colgroup col thead tbody tfoot tr th td dl dt dd ul ol li bdi bdo strong b em small time br hr'.split(
    ' ',
  ),
);
const ATTRIBUTES = new Set(
  'class dir lang scope colspan rowspan datetime charset http-equiv content title role aria-label aria-hidden'.split(
    ' ',
  ),
);
/** As the window writes them, and no other way: each is looked at from one place on, and never again from another. */
const TAG_BEGIN = /<\/?([^\s>/"'<]*)/y;
const ATTRIBUTE = /\s+([^\s=>"'/<]+)(?:="[^"]*")?/y;
const TAG_END = /\s*\/?>/y;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Browsers read no tags in these, so nothing but their own end may look like one. Each is there once at most. */
const TEXT_ONLY = ['title', 'style'] as const;
/** Other ways to an address than `url(`, and escapes, by which any of them can be spelt. */
const STYLE_LOADS = /\\|@import|image-set|\b(?:src|image)\(/i;

function problemOfTexts(html: string): string | null {
  for (const name of TEXT_ONLY) {
    const begins = html.split(`<${name}`).length - 1;
    const whole = html.match(new RegExp(`<${name}>[^<]*</${name}>`, 'g'))?.length ?? 0;
    const ends = html.split(`</${name}`).length - 1;
    if (begins > 1 || begins !== whole || ends !== whole) return name;
  }
  return null;
}

function problemOfStyle(style: string): string | null {
  if (STYLE_LOADS.test(style)) return 'import';
  const addresses = [...style.matchAll(/url\(\s*(.{0,30})/gis)].map(([, address = '']) => address);
  return addresses.every((address) => /^["']?data:font\/woff2;base64,/.test(address)) ? null : 'address';
}

/** From one `<` to the next; the first thing that is not ours ends it. */
function problemOfTags(html: string): string | null {
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    const begin = matchAt(TAG_BEGIN, html, at);
    const [whole = '<', name = ''] = begin ?? [];
    if (!ELEMENTS.has(name) || name === 'meta') return `element ${name.slice(0, 20)}`;
    at += whole.length;
    for (let found = matchAt(ATTRIBUTE, html, at); found; found = matchAt(ATTRIBUTE, html, at)) {
      const [text, attribute = ''] = found;
      if (!ATTRIBUTES.has(attribute.toLowerCase())) return `attribute ${attribute.slice(0, 20)}`;
      at += text.length;
    }
    // A tag that does not end is read by browsers all the same.
    const end = matchAt(TAG_END, html, at);
    if (!end) return 'text';
    at += end[0].length;
  }
  return null;
}

/** Null if the document is safe, else the first problem. */
export function problemOfDocument(html: string): string | null {
  if (html.length > LARGEST_DOCUMENT) return 'length';
  const head = [DOCUMENT_HEAD, DOCUMENT_HEAD_AR].find((one) => html.startsWith(one));
  if (head === undefined) return 'head';
  if (!html.endsWith('</body></html>')) return 'end';
  const rest = html.slice(head.length);
  const problem = problemOfTags(rest);
  if (problem !== null) return problem;
  // Only fonts of the document itself; attributes cannot hold styles, so the one element is every style there is.
  const [, style = ''] = /<style>([^<]*)/.exec(rest) ?? [];
  return problemOfTexts(rest) ?? problemOfStyle(style);
}
