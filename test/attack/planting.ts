/**
 * Passes on the answers of a gateway, with hostile strings put in. Free texts are replaced everywhere. Words, times and amounts are
 * bent in some rows of a list only, so that the rest can be worked with: one row in three in its words and times, the next in its
 * amounts (a row without an amount is not shown). Of a field that stands in short lists or in single answers only, one occurrence in
 * three is bent. Two of three identifiers get a hostile ending, always the same one for the same identifier. It comes back in
 * requests, and is taken off there.
 */
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isIdentifier } from '#electron/gateway/cards.ts';
import { isObject } from '#electron/gateway/fields.ts';
import { NumberText, parseLossless, writeLossless } from '#electron/gateway/json.ts';

/** Text of the interface that a person or another system writes. */
export const TEXTS: ReadonlySet<string> = new Set([
  ...['label', 'model', 'branchName', 'entry_mode', 'entryMode', 'payment_type'],
  ...['name', 'customerName', 'email', 'emailAddress', 'phone', 'phoneNumber', 'mobile'],
  ...['description', 'notes', 'store', 'storeName', 'categoryName', 'productName', 'pageName'],
  ...['discountName', 'cardHolderName', 'recipientName', 'failureReason', 'paymentChannel'],
  ...['lastTransactionType', 'interactionSource', 'bankName', 'issuerAuthorizationCode', 'declineReason'],
  ...['en', 'ar', 'message', 'cause', 'title', 'nameArabic'],
]);
/** A sale stays one: it is acknowledged, reversed and counted. Another word is one that Closeout does not know. */
const isKept = (name: string, value: string) => name === 'payment_type' && value === 'SALE';
/** Fields that stay as they were sent, and why. */
export const AS_SENT: Readonly<Record<string, string>> = {
  merchantId: 'another merchant is refused whole: test/electron/core/binding.test.ts',
  batchName: 'our reference of a batch, by which its evidence is found',
  version: 'of the envelope, read by nothing',
};
/** Words, times and amounts of lists of fewer than three rows, or of what is no list. */
const SELDOM: ReadonlySet<string> = new Set([
  ...['productUnitPrice', 'discountType', 'validFrom', 'validUntil', 'virtualCurrency'],
  ...['virtualRateRecordedAt', 'paymentLink', 'paymentMethods', 'recipientNumber', 'recipientBank'],
  ...['recurringFrequency', 'nextRun', 'saveCard', 'allowedMethods', 'rfsDate'],
]);
/** Between an identifier and its hostile end, and after that. */
const BEGIN = '~(';
const END = ')~';
const ENDS = /~\(.*?\)~/gs;

/** What is planted, by whoever knows the strings. */
export type Words = {
  /** For a field of text; `whole`: with every string. */
  text(field: string, whole: boolean): string;
  /** The end of that identifier, which is the same whenever it is asked for; null: it has none. */
  end(field: string, value: string): string | null;
  /** A field that holds text, whatever becomes of it. */
  met(field: string): void;
  /** Whether it is this field's turn: once in three times. */
  isTurn(field: string): boolean;
};
export type Planting = { readonly url: string; planted(): number; end(): void };

type Bent = 'words' | 'amounts' | null;
type Place = { readonly depth: number; readonly row: number; readonly bent: Bent };
const AMOUNT = /amount|currency|price|balance|fee$/i;
const EVERY = 3;
/** Rows of a list that are looked at: their texts carry every string. */
const WHOLE_ROWS = 3;
const bentAt = (row: number): Bent =>
  row % EVERY !== EVERY - 1 ? null : row % (2 * EVERY) === EVERY - 1 ? 'words' : 'amounts';
const isGiven = (value: string) => value !== '' && value !== 'NA';

/** What stands in a field's place; the same where it stays. */
function plantedText(name: string, value: string, { depth, row, bent }: Place, words: Words): string {
  words.met(name);
  if (name in AS_SENT || isKept(name, value)) return value;
  if (TEXTS.has(name)) return words.text(name, row < WHOLE_ROWS);
  if (SELDOM.has(name)) return words.isTurn(name) ? words.text(name, true) : value;
  // Also in an answer about one thing: another identifier than the list's would be refused, as of another thing.
  if (isIdentifier(name)) {
    const end = isGiven(value) ? words.end(name, value) : null;
    return end === null ? value : `${value}${BEGIN}${end}${END}`;
  }
  // The state of a whole answer says whether there is one.
  if (depth < 2) return value;
  return bent === (AMOUNT.test(name) ? 'amounts' : 'words') ? words.text(name, true) : value;
}

function plantedIn(value: unknown, name: string, place: Place, words: Words): unknown {
  const inside = { ...place, depth: place.depth + 1 };
  if (Array.isArray(value))
    return value.map((one: unknown, row) =>
      plantedIn(one, name, { ...inside, row, bent: bentAt(row) }, words),
    );
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, plantedIn(one, key, inside, words)]),
    );
  // An amount is a number on the wire.
  if (value instanceof NumberText && place.bent === 'amounts' && AMOUNT.test(name))
    return words.text(name, true);
  return typeof value === 'string' ? plantedText(name, value, place, words) : value;
}

function planted(text: string, words: Words): string {
  let answer: unknown;
  try {
    answer = parseLossless(text);
  } catch {
    // No JSON: a page for whoever pays.
    return text;
  }
  return writeLossless(plantedIn(answer, '', { depth: 0, row: 0, bent: null }, words));
}

/** The request as the gateway behind it understands it: identifiers without their hostile ends. */
const withoutEnds = (text: string) => text.replaceAll(ENDS, '');
const pathWithoutEnds = (path: string) =>
  path.replaceAll(/[^/?&=]+/g, (part) => {
    const plain = decodeURIComponent(part.replaceAll('+', ' '));
    return plain.includes(BEGIN) ? encodeURIComponent(withoutEnds(plain)) : part;
  });
/** In JSON, where a hostile end is escaped. */
function bodyWithoutEnds(body: Buffer): Buffer {
  const text = body.toString('utf8');
  return text.includes(BEGIN) ? Buffer.from(withoutEnds(text)) : body;
}

async function bodyOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function forwarded(target: URL, request: IncomingMessage): Promise<IncomingMessage> {
  const body = bodyWithoutEnds(await bodyOf(request));
  const { 'content-length': length, ...headers } = request.headers;
  const answer = httpRequest({
    hostname: target.hostname,
    port: target.port,
    path: pathWithoutEnds(request.url ?? '/'),
    method: request.method,
    headers: {
      ...headers,
      host: target.host,
      ...(length !== undefined && { 'content-length': body.length }),
    },
  });
  answer.end(body);
  const [response] = (await once(answer, 'response')) as [IncomingMessage];
  return response;
}

export async function plantingProxy(target: string, words: Words): Promise<Planting> {
  let count = 0;
  const counting: Words = {
    end: (...given) => words.end(...given),
    met: (...given) => words.met(...given),
    isTurn: (...given) => words.isTurn(...given),
    text: (...given) => {
      count += 1;
      return words.text(...given);
    },
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const sent = await forwarded(new URL(target), request);
    const body = planted((await bodyOf(sent)).toString('utf8'), counting);
    const { 'content-length': _length, 'transfer-encoding': _coding, ...kept } = sent.headers;
    response.writeHead(sent.statusCode ?? 500, { ...kept, 'content-length': Buffer.byteLength(body) });
    response.end(body);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(`no answer could be planted in ${request.url ?? ''}:`, error);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    planted: () => count,
    end: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
