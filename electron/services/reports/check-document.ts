/**
 * Checks that a document is safe to render: it has our own head and known elements only, and nothing in it runs, loads or leads
 * elsewhere. It is read with the rules that browsers read by, so nothing can mean one thing here and another there. Pure.
 */
import { html, parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
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
/** How many a document may have. Both `meta` are in our own head. */
const MOST: Readonly<Record<string, number>> = { meta: 2, title: 1, style: 1 };
/** Other ways to an address than `url(`, and escapes, by which any of them can be spelt. */
const STYLE_LOADS = /\\|@import|image-set|\b(?:src|image)\(/i;

function problemOfStyle(style: string): string | null {
  if (STYLE_LOADS.test(style)) return 'import';
  const addresses = [...style.matchAll(/url\(\s*(.{0,30})/gis)].map(([, address = '']) => address);
  return addresses.every((address) => /^["']?data:font\/woff2;base64,/.test(address)) ? null : 'address';
}

function problemOfNode(node: Tree.ChildNode): string | null {
  if ('attrs' in node) {
    const { nodeName, namespaceURI, attrs } = node;
    if (namespaceURI !== html.NS.HTML || !ELEMENTS.has(nodeName)) return `element ${nodeName.slice(0, 20)}`;
    const attribute = attrs.find(({ name }) => !ATTRIBUTES.has(name));
    return attribute ? `attribute ${attribute.name.slice(0, 20)}` : null;
  }
  if (node.nodeName === '#comment') return 'comment';
  const isStyle = 'value' in node && node.parentNode?.nodeName === 'style';
  return isStyle ? problemOfStyle(node.value) : null;
}

/** The first problem of what the document holds. Without recursion: a document can be as deep as it is long. */
function problemOfTree(document: Tree.Document): string | null {
  const seen = new Map<string, number>();
  const waiting = [...document.childNodes];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const problem = problemOfNode(node);
    if (problem !== null) return problem;
    const count = (seen.get(node.nodeName) ?? 0) + 1;
    if (count > (MOST[node.nodeName] ?? Infinity)) return `two ${node.nodeName}`;
    seen.set(node.nodeName, count);
    if ('childNodes' in node) for (const child of node.childNodes) waiting.push(child);
  }
  return null;
}

/** Null if the document is safe, else the first problem. */
export function problemOfDocument(text: string): string | null {
  if (text.length > LARGEST_DOCUMENT) return 'length';
  if (![DOCUMENT_HEAD, DOCUMENT_HEAD_AR].some((head) => text.startsWith(head))) return 'head';
  if (!text.endsWith('</body></html>')) return 'end';
  const errors: string[] = [];
  const document = parse(text, {
    onParseError: ({ code }) => void (errors.length === 0 && errors.push(code)),
  });
  return errors[0] ?? problemOfTree(document);
}
