/** A statement of the bank as CAMT.053, brought in with the window's own calls, and compared with the settlement windows. */
import type { Page } from '@playwright/test';
import { read } from './closing.ts';
import { compare } from './reconciliation-files.ts';
import { go, startPractice } from './steps.ts';

export type PaidWindow = {
  windowId: string;
  status: { value: string };
  bankReference: string | null;
  expectedPayoutDate: string;
  net: { minor: string; currency: string };
  bridge: { expected: { minor: string } | null };
};
/** As a person types it: minor units with two decimals. */
export const decimal = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`;

/** Finance in Practice, whose bank has sent this statement. */
export async function startWithStatement(page: Page, bring: (page: Page) => Promise<unknown>): Promise<void> {
  page.setDefaultTimeout(60_000);
  await startPractice(page);
  await go(page, 'Settlement');
  await page.locator('.window-card').first().waitFor();
  await bring(page);
}

/** Newest first. */
export async function paidWindows(page: Page): Promise<PaidWindow[]> {
  const { windows } = await read<{ windows: PaidWindow[] }>(page, 'settlement.windows', {});
  return windows.filter(({ status }) => status.value === 'SETTLED');
}

/** `family`: the bank's code for what it is. */
type Line = { on: string; reference: string; minor: bigint; family?: string; text?: string };
const sizeOf = (minor: bigint) => (minor < 0n ? -minor : minor);
const codeOf = (family: string | undefined) =>
  family === undefined
    ? '<BkTxCd/>'
    : `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>${family}</SubFmlyCd></Fmly></Domn></BkTxCd>`;
const camt = (lines: readonly Line[]) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>STMT-1</Id>
<Acct><Id><IBAN>EG380019000500000000263180002</IBAN></Id><Ccy>EGP</Ccy></Acct>
${lines
  .map(
    ({ on, reference, minor, family, text = 'Card settlement' }) =>
      `<Ntry><Amt Ccy="EGP">${decimal(sizeOf(minor))}</Amt><CdtDbtInd>${minor < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts>BOOK</Sts>
<BookgDt><Dt>${on}</Dt></BookgDt><ValDt><Dt>${on}</Dt></ValDt>${codeOf(family)}
<NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs>
<RltdPties><Dbtr><Nm>Acquirer of Payments S.A.E.</Nm></Dbtr></RltdPties>
<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  )
  .join('\n')}
</Stmt></BkToCstmrStmt></Document>`;

/** Imports these lines under the name of a bank, compares, and answers the import's id. */
export async function bringStatement(page: Page, lines: readonly Line[]): Promise<string> {
  const bytes = Buffer.from(camt(lines));
  const file = { fileName: `november-${lines.length}.xml`, size: bytes.length };
  const { uploadId } = await read<{ uploadId: string }>(page, 'import.begin', file);
  await read(page, 'import.chunk', { uploadId, at: 0, base64: bytes.toString('base64') });
  await read(page, 'import.inspect', { uploadId });
  const { previewId } = await read<{ previewId: string }>(page, 'import.preview', {
    uploadId,
    kind: 'bank',
    source: { name: 'CIB current account' },
    reading: null,
    mapping: null,
  });
  const { importId } = await read<{ importId: string }>(page, 'import.confirm', { uploadId, previewId });
  await compare(page);
  return importId;
}

/**
 * Deposits of the last paid windows, under one payer that nobody knows yet: they name nothing. One comes twice, and one names its
 * window and brings 1 % less.
 */
export async function bringUnnamed(page: Page): Promise<void> {
  const [named, ...windows] = (await paidWindows(page)).slice(0, 8);
  const last = windows.at(-1);
  if (!named || !last || windows.length < 6) throw new Error('too few windows were paid');
  const line = (window: PaidWindow, reference = 'NOTPROVIDED', minor = BigInt(window.net.minor)) => ({
    on: window.expectedPayoutDate.slice(0, 10),
    reference,
    minor,
  });
  const less = BigInt(named.net.minor) - BigInt(named.net.minor) / 100n;
  await bringStatement(page, [
    line(named, named.bankReference ?? named.windowId, less),
    ...windows.map((window) => line(window)),
    line(last),
  ]);
}

/** The bank takes back the deposit of a window that it names, a part of another one, and a fee. */
export async function bringTakenBack(page: Page): Promise<void> {
  const [returned, disputed] = (await paidWindows(page)).slice(8, 10);
  if (!returned || !disputed) throw new Error('too few windows were paid');
  const reference = (window: PaidWindow) => window.bankReference ?? window.windowId;
  const paid = (window: PaidWindow) => ({
    on: window.expectedPayoutDate.slice(0, 10),
    reference: reference(window),
    minor: BigInt(window.net.minor),
  });
  const { on } = paid(returned);
  await bringStatement(page, [
    paid(returned),
    paid(disputed),
    { ...paid(returned), minor: -paid(returned).minor, family: 'RRTN', text: 'Returned: account closed' },
    { on, reference: reference(disputed), minor: -12_500n, family: 'UPCT', text: 'Chargeback case 4417' },
    { on, reference: 'NOTPROVIDED', minor: -5_000n, family: 'CHRG', text: 'Monthly charges' },
  ]);
}

/** A deposit that names its window, rent of two flats, and a fee of the bank. */
export async function bringOtherLines(page: Page): Promise<void> {
  const [paid] = await paidWindows(page);
  if (!paid) throw new Error('no window was paid');
  const on = paid.expectedPayoutDate.slice(0, 10);
  const line = (minor: bigint, text: string) => ({ on, reference: 'NOTPROVIDED', minor, text });
  await bringStatement(page, [
    { on, reference: paid.bankReference ?? paid.windowId, minor: BigInt(paid.net.minor) },
    line(45_000n, 'Rent of flat 2'),
    line(45_000n, 'Rent of flat 3'),
    { ...line(-5_000n, 'Monthly charges'), family: 'CHRG' },
  ]);
}
