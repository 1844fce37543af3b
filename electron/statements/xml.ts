/** XML in pieces, strictly: only the elements that are asked for are kept, one at a time, and nothing is expanded. */
import { SaxesParser } from 'saxes';
import type { ImportEncoding } from '#shared/domain/statement.ts';
import { importEncodings } from '#shared/domain/statement.ts';
import { bytesOf, guessEncoding, textOf, type Place } from './decode.ts';
import { StatementError } from './statement-error.ts';

export type Element = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
  readonly children: Element[];
};

const DEEPEST = 100;
const localName = (name: string) => name.slice(name.indexOf(':') + 1);

export const childOf = (element: Element | undefined, ...path: string[]): Element | undefined =>
  path.reduce<Element | undefined>((at, name) => at?.children.find((child) => child.name === name), element);
export const childrenOf = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((child) => child.name === name) ?? [];
/** Empty if it is not there. */
export const textAt = (element: Element | undefined, ...path: string[]): string =>
  childOf(element, ...path)?.text.trim() ?? '';

/** The encoding of the declaration if it is supported, else the one that the text looks like. */
function encodingOf(path: Place): ImportEncoding {
  const guess = guessEncoding(path);
  const [first] = bytesOf(path, 200);
  const said = /encoding=["']([\w-]+)["']/
    .exec(Buffer.from(first ?? []).toString('latin1'))?.[1]
    ?.toLowerCase();
  if (guess.encoding.startsWith('utf-16')) return guess.encoding;
  if (said === 'iso-8859-1' || said === 'latin1') return 'windows-1252';
  return importEncodings.find((one) => one === said?.replace('cp125', 'windows-125')) ?? guess.encoding;
}

type XmlEvent =
  | { readonly kind: 'open'; readonly name: string; readonly namespace: string }
  | { readonly kind: 'close'; readonly name: string }
  /** One of `whole`, with everything in it. */
  | { readonly kind: 'element'; readonly element: Element };

/** Throws `xml-unsafe` at a DOCTYPE, `broken` with its line where it is no well-formed XML. */
export function* xmlEvents(path: Place, whole: ReadonlySet<string>): Generator<XmlEvent> {
  const parser = new SaxesParser({ xmlns: true, position: true });
  let events: XmlEvent[] = [];
  const open: Element[] = [];
  let depth = 0;
  parser.on('doctype', () => {
    throw new StatementError('xml-unsafe');
  });
  parser.on('error', () => {
    throw new StatementError('broken-at', { row: parser.line });
  });
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth > DEEPEST) throw new StatementError('broken-at', { row: parser.line });
    const name = localName(tag.name);
    if (open.length === 0 && !whole.has(name)) {
      events.push({ kind: 'open', name, namespace: tag.uri });
      return;
    }
    const attributes = Object.fromEntries(Object.values(tag.attributes).map((one) => [one.local, one.value]));
    const element: Element = { name, attributes, text: '', children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const text = (piece: string) => {
    const element = open.at(-1);
    if (element) element.text += piece;
  };
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('closetag', (tag) => {
    depth -= 1;
    const element = open.pop();
    if (!element) events.push({ kind: 'close', name: localName(tag.name) });
    else if (open.length === 0) events.push({ kind: 'element', element });
  });
  for (const piece of textOf(path, encodingOf(path))) {
    parser.write(piece);
    yield* events;
    events = [];
  }
  parser.close();
  yield* events;
}
