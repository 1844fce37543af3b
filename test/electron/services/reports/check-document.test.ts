import { describe, expect, it } from 'vitest';
import { problemOfDocument } from '#electron/services/reports/check-document.ts';
import { DOCUMENT_HEAD, DOCUMENT_HEAD_AR, LARGEST_DOCUMENT } from '#shared/contract/reports.ts';

const page = (body: string, head = DOCUMENT_HEAD) =>
  `${head}<title>Z</title></head><body>${body}</body></html>`;

describe('a document to be rendered', () => {
  it.each([
    page('<p class="a" dir="rtl">مدينة نصر</p><br/>'),
    page('<p>1 &lt; 2, see url(http://x), javascript: and @import in a note</p>', DOCUMENT_HEAD_AR),
    page('<bdi title="a &gt; b">x</bdi>'),
    page('').replace('<title>', '<style>@font-face{src:url(data:font/woff2;base64,AAAA)}</style><title>'),
  ])('is taken as the window makes it: %#', (html) => expect(problemOfDocument(html)).toBeNull());

  it.each([
    ['a script', page('<script>1</script>')],
    ['a script in capitals', page('<SCRIPT>1</SCRIPT>')],
    ['a script that does not end', page('<script')],
    ['an image', page('<img>')],
    ['a picture of the system', page('<svg></svg>')],
    ['a frame', page('<iframe></iframe>')],
    ['a form', page('<form></form>')],
    ['a link', page('<link>')],
    ['a refresh', page('<meta http-equiv="refresh" content="0;url=http://x">')],
    ['a base', page('<base>')],
    ['a handler', page('<p onclick="x">')],
    ['a handler without a space before it', page('<p class="a"onclick="x">')],
    ['a handler behind a bracket in a value', page('<p class=">" onclick="x">')],
    ['a style attribute', page('<p style="background:url(http://x)">')],
    ['an address', page('<p href="http://x">')],
    ['a style that loads', page('<style>p{background:url(http://x)}</style>')],
    ['a style that loads a file', page('<style>p{background:URL( "file:///etc/passwd")}</style>')],
    ['a style that imports', page('<style>@import "x";</style>')],
    ['a style with an attribute', page('<style class="x">@import url(https://x)</style>')],
    ['a style that looks like an element', page('<style>a{}<b></b>@import url(https://x)</style>')],
    ['an import spelt with an escape', page('<style>@\\69mport "https://x"</style>')],
    ['an address spelt with an escape', page('<style>p{background:u\\72l(https://x)}</style>')],
    ['an address on the next line', page('<style>p{background:url(\nhttps://x)}</style>')],
    ['a set of pictures', page('<style>p{background:image-set("https://x" 1x)}</style>')],
    ['an address of another name', page('<style>p{background:src("https://x")}</style>')],
    ['two styles', page('<style>p{}</style><style>p{}</style>')],
    ['a style that ends in a value', page('<style><p title="</style><meta content=x>"></p></style>')],
    ['a style that does not end', page('<style>p{}')],
    ['the end of a style in a value', page('<p title="</style>">x</p>')],
    ['a title that ends in a value', page('').replace('<title>Z', '<title><p title="</title><script>"></p>')],
    ['two titles', page('<title>Z</title>')],
    ['a template', page('<template><p></p></template>')],
    ['a frame that stands for the body', page('<frameset></frameset>')],
    ['a comment', page('<!-- x -->')],
    ['another head', '<!doctype html><html><head></head><body></body></html>'],
    ['a weaker policy', page('').replace("default-src 'none'", 'default-src *')],
    ['more behind its end', `${page('')}<p>`],
    ['more than is taken', page('x'.repeat(LARGEST_DOCUMENT))],
  ])('is refused with %s', (_name, html) => expect(problemOfDocument(html)).not.toBeNull());
});

/** Each of these kept the first check busy for a time that grew with the square of its length, or worse. */
const HOSTILE: [string, (count: number) => string][] = [
  ['tags that do not end', (count) => '<'.repeat(count)],
  ['known tags that do not end', (count) => '<p'.repeat(count)],
  ['quotes that do not end', (count) => `<p title="${`<p class="`.repeat(count)}`],
  ['quotes of both kinds', (count) => `<p ${`"'`.repeat(count)}`],
  ['names without a value', (count) => `<p${' class'.repeat(count)}<`],
  ['spaces', (count) => `<p${' '.repeat(count)}<`],
  ['elements in each other', (count) => '<div>'.repeat(count)],
  ['styles that do not end', (count) => '<style>'.repeat(count)],
  ['addresses', (count) => `<style>${'url( '.repeat(count)}</style>`],
];

describe('the check of a document', () => {
  it.each(HOSTILE)('is linear in %s', (_name, make) => {
    // Ten times the input takes about ten times as long; the square of it would take a hundred times. Each length is tried
    // several times, and its best counts.
    const best = (count: number) => {
      const html = page(make(count));
      const tries = Array.from({ length: 5 }, () => {
        const began = process.cpuUsage().user;
        problemOfDocument(html);
        return process.cpuUsage().user - began;
      });
      return Math.min(...tries);
    };
    best(1_000);
    expect(best(200_000)).toBeLessThan(40 * (best(20_000) + 2_000));
  });
});
