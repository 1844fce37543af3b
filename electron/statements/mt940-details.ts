/** Field :86: of MT940: free text, or parts that German, Polish and Dutch banks number or name. Pure. */
type Details = {
  readonly description: string;
  readonly counterparty: string;
  /** What the other side gave it, then what others did; empty if nobody gave anything. */
  readonly references: readonly string[];
};

const isNothing = (text: string) => /^(|NOTPROVIDED|NONREF|NOREF)$/i.test(text.trim());
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/**
 * '?20EREF+…?21SVWZ+…': two digits behind a separator. Lines break anywhere, also inside of '?21', so they are joined first. A
 * separator with no digits behind it is part of the text.
 */
function numbered(text: string): Map<string, string> | null {
  const glued = text.replace(/[\r\n]/g, '');
  const match = /^(\d{3})?([?>^~+])(?=\d{2})/.exec(glued);
  if (!match) return null;
  const separator = match[2] ?? '?';
  const parts = new Map<string, string>();
  let last: string | null = null;
  for (const part of glued.slice((match[1]?.length ?? 0) + 1).split(separator)) {
    const code: string | null = /^\d{2}/.exec(part)?.[0] ?? null;
    if (code !== null) {
      parts.set(code, (parts.get(code) ?? '') + part.slice(2));
      last = code;
    } else if (last !== null) parts.set(last, `${parts.get(last) ?? ''}${separator}${part}`);
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

/** The names of parts that SWIFT and the Dutch banks use; anything else between slashes is a part's text. */
const NAMES = new Set(
  `ACCW BENM BIC CD CDTRREF CDTRREFTP CHGS CNTP CREF CSID CUR DACT EREF EXCH IBAN ID IREF ISDT ISSUER MARF NAME NRTX OAMT OCMT
  ORDP PREF PURP REMI RETN RTRN SVCL TRCD TRTP TXT ULTB ULTC ULTD USTD ADDR ORDC MREF KREF`.split(/\s+/),
);
/** '/EREF/4711/REMI//USTD//Invoice/': names of parts stand between single slashes. */
function slashed(text: string): Map<string, string> | null {
  const plain = text.replace(/[\r\n]/g, '');
  if (!NAMES.has(/^\/([A-Z]{2,9})\//.exec(plain)?.[1] ?? '')) return null;
  const found: [string, string[]][] = [];
  for (const piece of plain.slice(1).split('/'))
    if (NAMES.has(piece)) found.push([piece, []]);
    else found.at(-1)?.[1].push(piece);
  const parts = new Map<string, string>();
  for (const [name, pieces] of found)
    if (!parts.has(name)) parts.set(name, pieces.join('/').replace(/\/+$/g, ''));
  return parts;
}

const joined = (parts: Map<string, string>, from: number, to: number, glue = ''): string =>
  Array.from({ length: to - from + 1 }, (_, index) => parts.get(String(from + index).padStart(2, '0')) ?? '')
    .filter((part) => part !== '')
    .join(glue);

const given = (...texts: (string | undefined)[]): string[] =>
  texts.flatMap((text) => (text === undefined || isNothing(text) ? [] : [oneLine(text)]));

/** A part that is full may be broken inside of a word; another ends with its words. */
const FULL = 27;
const purposeOf = (parts: Map<string, string>): string => {
  const glued = joined(parts, 20, 29) + joined(parts, 60, 63);
  if (SEPA.test(glued)) return glued;
  return [...parts]
    .filter(([code]) => (code >= '20' && code <= '29') || (code >= '60' && code <= '63'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, text]) => (text.length === FULL ? text : `${text} `))
    .join('');
};

function fromNumbered(parts: Map<string, string>): Details {
  const purpose = purposeOf(parts);
  const sepa = sepaOf(purpose);
  const text = sepa.get('SVWZ') ?? purpose;
  const kind = parts.get('00') ?? '';
  return {
    description: oneLine(text === '' ? kind : text),
    counterparty: oneLine(joined(parts, 32, 33)),
    references: given(sepa.get('EREF'), sepa.get('KREF'), sepa.get('MREF')),
  };
}

/** '/CNTP/account/BIC/name/city': the third of it. */
const nameIn = (counterparty: string | undefined): string => counterparty?.split('/')[2] ?? '';

function fromSlashed(parts: Map<string, string>): Details {
  const remittance = (parts.get('USTD') || parts.get('REMI') || '').replace(/^\/*(USTD|STRD)\/+/, '');
  const structured = parts.get('CDTRREF') ?? parts.get('CDTRREFTP') ?? '';
  const text = remittance || structured || parts.get('TRTP') || [...parts.values()].join(' ');
  const party =
    parts.get('NAME') || nameIn(parts.get('CNTP')) || parts.get('BENM') || parts.get('ORDP') || '';
  return {
    description: oneLine(text.replace(/^\/+/, '')),
    counterparty: oneLine(party.replace(/^\/+/, '')),
    references: given(
      parts.get('EREF'),
      parts.get('CREF'),
      parts.get('PREF'),
      parts.get('CDTRREF'),
      parts.get('KREF'),
      parts.get('IREF'),
      parts.get('MARF'),
    ),
  };
}

/** `text` with its line breaks, as between :86: and the next field. */
export function readDetails(text: string): Details {
  const parts = numbered(text);
  if (parts) return fromNumbered(parts);
  const named = slashed(text);
  if (named) return fromSlashed(named);
  return { description: oneLine(text), counterparty: '', references: [] };
}
