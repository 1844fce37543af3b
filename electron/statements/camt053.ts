/** CAMT.053 (ISO 20022), versions .02 and later: each booked amount becomes a line, a batch as many as it has. */
import { parseMoney } from '#shared/money/money.ts';
import type { CellProblem, LineField, SkipReason } from '#shared/domain/statement.ts';
import type { Place } from './decode.ts';
import type { Balance, Entry, StatementItem } from './entry.ts';
import { StatementError } from './statement-error.ts';
import { childOf, childrenOf, textAt, xmlEvents, type Element } from './xml.ts';

/** The statement, the report within a day, the notification; also in the network's own names, and with a bank's ending. */
const NAMESPACE = /:xsd:\$?camt\.05[234]\.001\.(?:0[1-9]|1[0-4])(?:[.:][\w.-]+)?$/;
/** One account's part of the three. */
const PARTS: readonly string[] = ['Stmt', 'Rpt', 'Ntfctn'];
const WHOLE: ReadonlySet<string> = new Set(['Acct', 'Bal', 'Ntry', 'Id', 'ElctrncSeqNb', 'LglSeqNb']);

type ReadMinor =
  | { ok: true; minor: bigint; currency: string }
  | { ok: false; problem: CellProblem; text: string };
function amountOf(amount: Element | undefined): ReadMinor {
  const text = amount?.text.trim() ?? '';
  const read = parseMoney(text.replace(/^\./, '0.').replace(/\.$/, ''), amount?.attributes['Ccy'] ?? '');
  if (read.ok) return { ok: true, ...read.value };
  const problem = (
    {
      'unknown-currency': 'currency-unknown',
      'too-many-decimals': 'amount-decimals',
      'not-a-decimal': 'amount-not-understood',
    } as const
  )[read.problem];
  return { ok: false, problem, text };
}
/** The side is of the booking itself: of a reversal it is turned already. */
const signOf = (element: Element | undefined, minor: bigint): bigint =>
  textAt(element, 'CdtDbtInd') === 'DBIT' ? -minor : minor;

/** 'YYYY-MM-DD' of a date or a time, as written. */
const dateAt = (element: Element | undefined, name: string): string => {
  const date = childOf(element, name);
  return (textAt(date, 'Dt') || textAt(date, 'DtTm')).slice(0, 10);
};
const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

const whyNoDay = (text: string): CellProblem =>
  text === '' ? 'empty' : /^\d{4}-\d{2}-\d{2}$/.test(text) ? 'date-not-in-calendar' : 'date-not-understood';

const isNothing = (text: string) => /^(|NOTPROVIDED|NONREF|NOREF)$/i.test(text);
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Every one that the file gives it, the other side's before the bank's own. */
function referencesOf(details: Element | undefined, entry: Element): string[] {
  const refs = childOf(details, 'Refs');
  const found = [
    textAt(refs, 'EndToEndId'),
    textAt(details, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
    textAt(refs, 'InstrId'),
    textAt(refs, 'TxId'),
    textAt(refs, 'AcctSvcrRef'),
    textAt(entry, 'AcctSvcrRef'),
    textAt(entry, 'NtryRef'),
    textAt(refs, 'MsgId'),
    textAt(refs, 'PmtInfId'),
    textAt(refs, 'ClrSysRef'),
    textAt(refs, 'ChqNb'),
    textAt(details, 'RmtInf', 'Strd', 'RfrdDocInf', 'Nb'),
  ];
  return [...new Set(found.filter((text) => !isNothing(text)))];
}

function descriptionOf(details: Element | undefined, entry: Element): string {
  const unstructured = childrenOf(childOf(details, 'RmtInf'), 'Ustrd').map(({ text }) => text);
  const parts = [unstructured.join(' '), textAt(details, 'AddtlTxInf'), textAt(entry, 'AddtlNtryInf')];
  return oneLine(parts.find((text) => text.trim() !== '') ?? '');
}

/** The party's name moved into `Pty` in version 08. */
function counterpartyOf(details: Element | undefined, isCredit: boolean): string {
  const parties = childOf(details, 'RltdPties');
  const party = childOf(parties, isCredit ? 'Dbtr' : 'Cdtr');
  return oneLine(textAt(party, 'Nm') || textAt(party, 'Pty', 'Nm'));
}

/** Leaves of the element by their path: 'Refs/EndToEndId'. Of several at one path the later ones are counted. */
function flat(element: Element, into: Record<string, string> = {}, path = ''): Record<string, string> {
  for (const child of element.children) {
    const name = path === '' ? child.name : `${path}/${child.name}`;
    if (child.children.length > 0) flat(child, into, name);
    else {
      let key = name;
      for (let n = 2; key in into; n += 1) key = `${name}[${n}]`;
      const currency = child.attributes['Ccy'];
      into[key] = currency === undefined ? child.text.trim() : `${child.text.trim()} ${currency}`;
    }
  }
  return into;
}

/** `details` undefined: the entry as a whole, or the charges of a batch. */
type Part = { readonly details: Element | undefined; readonly minor: bigint };

/** Amount of one transaction of a batch, in the account's currency; null if the bank does not say it. */
function partOf(details: Element, entry: Element, currency: string): Part | null {
  const own = childOf(details, 'Amt');
  const amount = own ?? childOf(details, 'AmtDtls', 'TxAmt', 'Amt');
  const read = amountOf(amount);
  if (!amount || !read.ok || read.currency !== currency) return null;
  return { details, minor: signOf(childOf(details, 'CdtDbtInd') ? details : entry, read.minor) };
}

/** Charges that the bank says it took, as they change the account: zero or negative. Each is said in one of three places. */
function chargesOf(element: Element, currency: string): bigint {
  return childrenOf(element, 'Chrgs')
    .flatMap((one): Element[] => {
      const records = childrenOf(one, 'Rcrd');
      return records.length > 0 ? records : [one];
    })
    .reduce((sum, one) => {
      const read = amountOf(childOf(one, 'Amt') ?? childOf(one, 'TtlChrgsAndTaxAmt'));
      if (!read.ok || read.currency !== currency) return sum;
      return textAt(one, 'CdtDbtInd') === 'CRDT' ? sum + read.minor : sum - read.minor;
    }, 0n);
}

/** The transactions of an entry, where they and its charges make up its amount to the last unit; else the entry as one. */
function partsOf(entry: Element, minor: bigint, currency: string): Part[] {
  // The first version has them without anything around them.
  const details = [entry, ...childrenOf(entry, 'NtryDtls')].flatMap((one) => childrenOf(one, 'TxDtls'));
  const whole: Part[] = [{ details: details.length === 1 ? details[0] : undefined, minor }];
  if (details.length < 2) return whole;
  const parts = details.map((one) => partOf(one, entry, currency));
  if (!parts.every((part) => part !== null)) return whole;
  const left = minor - parts.reduce((sum, part) => sum + part.minor, 0n);
  if (left === 0n) return parts;
  const own = chargesOf(entry, currency);
  const theirs = details.reduce((sum, one) => sum + chargesOf(one, currency), 0n);
  return [own, theirs, own + theirs].includes(left) ? [...parts, { details: undefined, minor: left }] : whole;
}

function* entriesOf(ntry: Element, account: string, balanceOn: string): Generator<Entry> {
  const status = textAt(ntry, 'Sts', 'Cd') || textAt(ntry, 'Sts');
  const read = amountOf(childOf(ntry, 'Amt'));
  const ownDay = dateAt(ntry, 'BookgDt') || dateAt(ntry, 'ValDt');
  const bookedOn = ownDay || balanceOn;
  const valueOn = dateAt(ntry, 'ValDt') || null;
  const side = textAt(ntry, 'CdtDbtInd');
  const problems: { field: LineField; text: string; problem: CellProblem }[] = [];
  if (!read.ok) problems.push({ field: 'amount', text: read.text, problem: read.problem });
  if (side !== 'CRDT' && side !== 'DBIT')
    problems.push({ field: 'mark', text: side, problem: 'mark-not-understood' });
  const dates = [
    ['bookedOn', bookedOn] as const,
    ...(valueOn === null ? [] : [['valueOn', valueOn] as const]),
  ];
  for (const [field, text] of dates)
    if (!isDay(text)) problems.push({ field, text, problem: whyNoDay(text) });
  const minor = read.ok ? signOf(ntry, read.minor) : 0n;
  const currency = read.ok ? read.currency : (childOf(ntry, 'Amt')?.attributes['Ccy'] ?? '');
  const parts = read.ok ? partsOf(ntry, minor, currency) : [{ details: undefined, minor }];
  for (const part of parts) {
    const skipped: SkipReason | null =
      status !== '' && status !== 'BOOK' ? 'not-booked' : read.ok && part.minor === 0n ? 'zero-amount' : null;
    yield {
      account,
      currency,
      bookedOn,
      valueOn,
      minor: part.minor,
      reference: referencesOf(part.details, ntry)[0] ?? '',
      references: referencesOf(part.details, ntry),
      isDayOfBalance: ownDay === '' && balanceOn !== '',
      description: descriptionOf(part.details, ntry),
      counterparty: counterpartyOf(part.details, part.minor > 0n),
      skipped,
      problems,
      raw: part.details && parts.length > 1 ? flat(part.details) : flat(ntry),
    };
  }
}

const OPENING = ['OPBD', 'PRCD'];
const CLOSING = ['CLBD'];
const codeOf = (bal: Element) => textAt(bal, 'Tp', 'CdOrPrtry', 'Cd') || textAt(bal, 'Tp', 'Cd');
/** The day of the closing balance, or of the last one there is. */
const dayOf = (balances: readonly Element[]): string => {
  const closing = balances.findLast((bal) => CLOSING.includes(codeOf(bal))) ?? balances.at(-1);
  return closing ? dateAt(closing, 'Dt') || textAt(closing, 'Dt').slice(0, 10) : '';
};
function balanceIn(balances: readonly Element[], codes: readonly string[]): Balance | null {
  const found = codes.flatMap((code) => balances.filter((bal) => codeOf(bal) === code))[0];
  const read = amountOf(childOf(found, 'Amt'));
  return found && read.ok ? { minor: signOf(found, read.minor), currency: read.currency } : null;
}
const accountOf = (acct: Element): string => textAt(acct, 'Id', 'IBAN') || textAt(acct, 'Id', 'Othr', 'Id');

/** An envelope around the document has names of its own; the document is known by its namespace, or by what is in it. */
function isCamt(name: string, namespace: string): boolean {
  if (NAMESPACE.test(namespace)) return true;
  const other = /(camt|pain|pacs)\.[\d.]+$/.exec(namespace)?.[0];
  if (other !== undefined && name === 'Document')
    throw new StatementError('version-unknown', { version: other });
  return namespace === '' && PARTS.includes(name);
}

/** Several statements, also of several accounts, may be in one file. */
export function* camt053Items(path: Place): Generator<StatementItem> {
  let isKnown = false;
  let inside = false;
  let account = '';
  let currency = '';
  let number = '';
  let balances: Element[] = [];
  let entries = 0;
  let sum = 0n;
  for (const event of xmlEvents(path, WHOLE)) {
    if (event.kind === 'open') {
      isKnown ||= isCamt(event.name, event.namespace);
      if (!isKnown || !PARTS.includes(event.name)) continue;
      [inside, account, currency, number, balances, entries, sum] = [true, '', '', '', [], 0, 0n];
    } else if (event.kind === 'close') {
      if (!inside || !PARTS.includes(event.name)) continue;
      const opening = balanceIn(balances, OPENING);
      const closing = balanceIn(balances, CLOSING);
      currency = currency || (opening?.currency ?? closing?.currency ?? '');
      inside = false;
      yield {
        kind: 'end',
        statement: { account, number, currency, entries, opening, closing, sum, flaw: null },
      };
    } else if (inside) {
      const { element } = event;
      if (element.name === 'Acct') {
        account = accountOf(element);
        currency = textAt(element, 'Ccy');
      } else if (element.name === 'Bal') balances.push(element);
      else if (element.name === 'Ntry')
        for (const entry of entriesOf(element, account, dayOf(balances))) {
          entries += 1;
          if (entry.skipped !== 'not-booked') sum += entry.minor;
          currency = currency || entry.currency;
          yield { kind: 'entry', entry };
        }
      else if (element.name === 'ElctrncSeqNb' || number === '') number = element.text.trim();
    }
  }
}
