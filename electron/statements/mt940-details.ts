/** Field :86: of MT940: free text, or parts that German, Polish and Dutch banks number or name. Pure. */
export type Details = {
  readonly description: string;
  readonly counterparty: string;
  /** What the other side gave it; empty where it gave nothing. */
  readonly reference: string;
};

const isNothing = (text: string) => /^(|NOTPROVIDED|NONREF|NOREF)$/i.test(text.trim());
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** '?20EREF+…?21SVWZ+…': two digits behind a separator. Lines break anywhere, so they are joined without a space. */
function numbered(text: string): Map<string, string> | null {
  const match = /^(\d{3})?([?>^~+])(?=\d{2})/.exec(text);
  if (!match) return null;
  const separator = match[2] ?? '?';
  const parts = new Map<string, string>();
  for (const part of text.slice(match[1]?.length ?? 0).split(separator)) {
    const code = /^\d{2}/.exec(part)?.[0];
    if (code === undefined) continue;
    parts.set(code, (parts.get(code) ?? '') + part.slice(2).replace(/[\r\n]/g, ''));
  }
  return parts.size > 0 ? parts : null;
}

const SEPA = /(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC)\+/;
/** 'EREF+4711SVWZ+Invoice': named parts inside of the purpose. */
function sepaOf(purpose: string): Map<string, string> {
  const pieces = purpose.split(SEPA);
  const parts = new Map<string, string>();
  for (let at = 1; at + 1 < pieces.length; at += 2)
    parts.set(pieces[at] ?? '', (pieces[at + 1] ?? '').trim());
  return parts;
}

/** '/EREF/4711/REMI//USTD//Invoice/': as SWIFT recommends. Names of parts stand between single slashes. */
function slashed(text: string): Map<string, string> | null {
  if (!/^\/[A-Z]{2,8}\//.test(text)) return null;
  const parts = new Map<string, string>();
  const plain = text.replace(/[\r\n]/g, '');
  const found = [...plain.matchAll(/\/([A-Z]{2,8})\/([^/]*(?:\/(?![A-Z]{2,8}\/)[^/]*)*)/g)];
  for (const [, name = '', value = ''] of found)
    if (!parts.has(name)) parts.set(name, value.replace(/^\/+|\/+$/g, ''));
  return parts;
}

const joined = (parts: Map<string, string>, from: number, to: number, glue = ''): string =>
  Array.from({ length: to - from + 1 }, (_, index) => parts.get(String(from + index).padStart(2, '0')) ?? '')
    .filter((part) => part !== '')
    .join(glue);

function fromNumbered(parts: Map<string, string>): Details {
  const purpose = joined(parts, 20, 29) + joined(parts, 60, 63);
  const sepa = sepaOf(purpose);
  const reference = [sepa.get('EREF'), sepa.get('KREF')].find(
    (text) => text !== undefined && !isNothing(text),
  );
  const text = sepa.get('SVWZ') ?? purpose;
  const kind = parts.get('00') ?? '';
  return {
    description: oneLine(text === '' ? kind : text),
    counterparty: oneLine(joined(parts, 32, 33)),
    reference: oneLine(reference ?? ''),
  };
}

function fromSlashed(parts: Map<string, string>): Details {
  const references = [parts.get('EREF'), parts.get('CREF'), parts.get('PREF')];
  const remittance = (parts.get('USTD') ?? parts.get('REMI') ?? '').replace(/^(USTD|STRD)\/+/, '');
  const structured = parts.get('CDTRREF') ?? parts.get('CDTRREFTP') ?? '';
  return {
    description: oneLine(remittance || structured || parts.get('TRTP') || [...parts.values()].join(' ')),
    counterparty: oneLine(parts.get('NAME') ?? parts.get('BENM') ?? parts.get('ORDP') ?? ''),
    reference: oneLine(references.find((text) => text !== undefined && !isNothing(text)) ?? ''),
  };
}

/** `text` with its line breaks, as between :86: and the next field. */
export function readDetails(text: string): Details {
  const parts = numbered(text);
  if (parts) return fromNumbered(parts);
  const named = slashed(text);
  if (named) return fromSlashed(named);
  return { description: oneLine(text), counterparty: '', reference: '' };
}
