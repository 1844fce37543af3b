/** One bank account's statement of so many lines, in every format that Closeout reads. Written in pieces: it may be long. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { ImportFormat } from '../../shared/domain/statement.ts';
import { workbookOf, type SheetLine } from './statement-workbook.ts';

type Line = {
  readonly day: string;
  readonly minor: bigint;
  readonly balance: bigint;
  readonly reference: string;
  readonly text: string;
};
const OPENING = 1_000_000n;
const ACCOUNT = 'EG380019000500000000263180002';

function* linesOf(count: number): Generator<Line> {
  let balance = OPENING;
  for (let at = 0; at < count; at += 1) {
    const minor = BigInt(((at * 7_919) % 90_001) + 1) * (at % 5 === 0 ? -1n : 1n);
    balance += minor;
    const day = new Date(Date.UTC(2024, 0, 1 + Math.floor((at * 700) / count))).toISOString().slice(0, 10);
    yield {
      day,
      minor,
      balance,
      reference: `SW${100_000 + at}`,
      text: `POS SETTLEMENT OF BRANCH ${at % 40}`,
    };
  }
}

const sizeOf = (minor: bigint) => (minor < 0n ? -minor : minor);
function decimal(minor: bigint, point = '.'): string {
  const digits = sizeOf(minor).toString().padStart(3, '0');
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}${point}${digits.slice(-2)}`;
}
const short = (day: string) => day.slice(2).replaceAll('-', '');
const padded = (text: string, length: number) => text.slice(0, length).padEnd(length);
const digits = (value: bigint | number, length: number) => value.toString().padStart(length, '0');

type Frame = { head(): string; line(line: Line, at: number): string; foot(last: bigint): string };

const mt940: Frame = {
  head: () => `:20:YEAR\r\n:25:${ACCOUNT}\r\n:28C:1/1\r\n:60F:C240101EGP${decimal(OPENING, ',')}\r\n`,
  line: ({ day, minor, reference, text }) =>
    `:61:${short(day)}${short(day).slice(2)}${minor < 0n ? 'D' : 'C'}${decimal(sizeOf(minor), ',')}NTRF${reference}\r\n:86:${text}\r\n`,
  foot: (last) => `:62F:${last < 0n ? 'D' : 'C'}251231EGP${decimal(sizeOf(last), ',')}\r\n-\r\n`,
};

const camtAmount = (minor: bigint) =>
  `<Amt Ccy="EGP">${decimal(sizeOf(minor))}</Amt><CdtDbtInd>${minor < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
const camtBalance = (code: string, minor: bigint) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${camtAmount(minor)}<Dt><Dt>2025-12-31</Dt></Dt></Bal>\n`;
const camt: Frame = {
  head: () =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>S</Id><Acct><Id><IBAN>${ACCOUNT}</IBAN></Id></Acct>${camtBalance('OPBD', OPENING)}`,
  line: ({ day, minor, reference, text }) =>
    `<Ntry>${camtAmount(minor)}<Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt><AcctSvcrRef>${reference}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>E${reference}</EndToEndId></Refs><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n`,
  foot: (last) => `${camtBalance('CLBD', last)}</Stmt></BkToCstmrStmt></Document>`,
};

const csv: Frame = {
  head: () => 'Date,Description,Reference,Amount,Balance\n',
  line: ({ day, minor, balance, reference, text }) =>
    `${day},"${text}",${reference},${decimal(minor)},${decimal(balance)}\n`,
  foot: () => '',
};

const ofx: Frame = {
  head: () =>
    `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:1252\nCOMPRESSION:NONE\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EGP<BANKACCTFROM><ACCTID>0012345678</BANKACCTFROM><BANKTRANLIST>\n`,
  line: ({ day, minor, reference, text }) =>
    `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${day.replaceAll('-', '')}<TRNAMT>${decimal(minor)}<FITID>${reference}<NAME>${text}</STMTTRN>\n`,
  foot: (last) =>
    `</BANKTRANLIST><LEDGERBAL><BALAMT>${decimal(last)}<DTASOF>20251231</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
};

const qif: Frame = {
  head: () => '!Type:Bank\n',
  line: ({ day, minor, reference, text }) =>
    `D${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}\nT${decimal(minor)}\nN${reference}\nP${text}\n^\n`,
  foot: () => '',
};

const bai2: Frame = {
  head: () =>
    '01,122099999,123456789,260313,0200,1,80,1,2/\n02,031001234,122099999,1,260313,2359,USD,2/\n03,0123456789,USD,010,1000000,,/\n',
  line: ({ minor, reference, text }) =>
    `16,${minor < 0n ? '475' : '142'},${sizeOf(minor)},0,BK${reference},${reference},${text}/\n`,
  foot: () => '49,0,2/\n98,0,1,2/\n99,0,1,2/\n',
};

const ddmmyy = (day: string) => `${day.slice(8)}${day.slice(5, 7)}${day.slice(2, 4)}`;
const coda: Frame = {
  head: () =>
    `0000001012431005        REF0000001CLOSEOUT EXAMPLE BV       EXMPBEBB   00123456789 00000                                       2\n12001BE68539007547034                  EUR0${digits(OPENING * 10n, 15)}311223CLOSEOUT EXAMPLE BV                                          001\n`,
  line: ({ day, minor, reference, text }, at) =>
    padded(
      `21${digits((at % 9_999) + 1, 4)}0000${padded(reference, 21)}${minor < 0n ? '1' : '0'}${digits(sizeOf(minor) * 10n, 15)}${ddmmyy(day)}001500000${padded(text, 53)}${ddmmyy(day)}001`,
      127,
    ) + '0\n',
  foot: (last) =>
    `8001BE68539007547034                  EUR${last < 0n ? '1' : '0'}${digits(sizeOf(last) * 10n, 15)}311225                                                                0\n9               000000000000000000000000000000000                                                                           2\n`,
};

/** The last digit of an amount also says its sign. */
const signed = (minor: bigint) => {
  const all = digits(sizeOf(minor), 14);
  return all.slice(0, -1) + (minor < 0n ? '}JKLMNOPQR' : '{ABCDEFGHI').charAt(Number(all.slice(-1)));
};
const cfonbBalance = (code: string, date: string, minor: bigint) =>
  `${padded(`${code}30004    00901EUR2 00010123456  ${date}`, 90)}${signed(minor)}${padded('', 16)}\n`;
const cfonb120: Frame = {
  head: () => cfonbBalance('01', '311223', OPENING),
  line: ({ day, minor, reference, text }) =>
    `${padded(`0430004000100901EUR2 0001012345605${ddmmyy(day)}  ${ddmmyy(day)}${padded(text, 31)}`, 81)}${digits(1, 7)}  ${signed(minor)}${padded(reference, 16)}\n`,
  foot: (last) => cfonbBalance('07', '311225', last),
};

export const benchFormats = [
  'mt940',
  'camt053',
  'csv',
  'xlsx',
  'ofx',
  'qif',
  'bai2',
  'coda',
  'cfonb120',
] as const satisfies readonly ImportFormat[];
export type BenchFormat = (typeof benchFormats)[number];

const frames: Readonly<Record<Exclude<BenchFormat, 'xlsx'>, Frame>> = {
  mt940,
  camt053: camt,
  csv,
  ofx,
  qif,
  bai2,
  coda,
  cfonb120,
};
const EPOCH_DAYS = 25_569;
const DAY_MS = 86_400_000;
function* sheetLines(count: number): Generator<SheetLine> {
  for (const { day, text, reference, minor, balance } of linesOf(count))
    yield {
      day: Date.parse(day) / DAY_MS + EPOCH_DAYS,
      text,
      reference,
      amount: decimal(minor),
      balance: decimal(balance),
    };
}

function* piecesOf(frame: Frame, count: number): Generator<string> {
  yield frame.head();
  let last = OPENING;
  let at = 0;
  for (const line of linesOf(count)) {
    last = line.balance;
    yield frame.line(line, at);
    at += 1;
  }
  yield frame.foot(last);
}

export async function writeStatement(path: string, format: BenchFormat, count: number): Promise<void> {
  const pieces = format === 'xlsx' ? workbookOf(sheetLines(count)) : piecesOf(frames[format], count);
  await pipeline(pieces, createWriteStream(path));
}
