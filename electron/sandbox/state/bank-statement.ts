/** The account at the merchant's bank, as the bank states it (CAMT.053): one statement a currency, one entry a line. */
import { toDecimal } from '#shared/money/money.ts';
import type { World } from '../world.ts';
import {
  bookingsBetween,
  depositsBetween,
  referenceOf,
  type BankBooking,
  type BookingName,
  type Deposit,
} from './bank-bookings.ts';
import { DAY_MS } from './windows.ts';

const ACCOUNTS: Readonly<Record<string, string>> = { EGP: 'EG380019000500000000263180002' };
const OTHER_ACCOUNT = 'EG110019000500000000263180010';

type Line = {
  readonly atMs: number;
  readonly currency: string;
  readonly minor: number;
  readonly reference: string;
  readonly text: string;
  /** The bank's code for what it is (ISO 20022, bank transaction codes). */
  readonly family: string | null;
};

const lineOfDeposit = (deposit: Deposit): Line => ({
  atMs: deposit.at_ms,
  currency: deposit.currency,
  minor: deposit.amount_minor,
  reference: referenceOf(deposit),
  text: `${deposit.kind === 'early-transfer' ? 'Instant settlement' : 'Card settlement'} ${deposit.ref}`,
  family: null,
});

const SAYS: Readonly<Record<BookingName, Pick<Line, 'text' | 'family'>>> = {
  return: { text: 'Returned: account details do not match', family: 'RRTN' },
  chargeback: { text: 'Chargeback: cardholder dispute', family: 'UPCT' },
  fee: { text: 'Monthly charges', family: 'CHRG' },
};
const lineOfBooking = ({ name, reference, ...booking }: BankBooking): Line => ({
  ...booking,
  ...SAYS[name],
  reference: reference ?? 'NOTPROVIDED',
});

const dateOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);
const codeOf = (family: string | null): string =>
  family === null
    ? '<BkTxCd/>'
    : `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>${family}</SubFmlyCd></Fmly></Domn></BkTxCd>`;

function entryOf({ atMs, currency, minor, reference, text, family }: Line): string {
  const date = dateOf(atMs);
  const amount = toDecimal({ minor: BigInt(Math.abs(minor)), currency });
  const payer =
    family === 'CHRG' ? '' : '<RltdPties><Dbtr><Nm>Acquirer of Payments S.A.E.</Nm></Dbtr></RltdPties>';
  return `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${minor < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts>BOOK</Sts>
<BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${date}</Dt></ValDt>${codeOf(family)}
<NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs>
${payer}
<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
}

/** From the first moment of one date to the last of another, UTC as everything of the built-in gateway. */
export function bankStatement(world: World, { from, to }: { from: string; to: string }): string {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to) + DAY_MS];
  const lines = [
    ...depositsBetween(world, fromMs, toMs).map(lineOfDeposit),
    ...bookingsBetween(world, fromMs, toMs).map(lineOfBooking),
  ].sort((a, b) => a.atMs - b.atMs);
  const statements = [...Map.groupBy(lines, ({ currency }) => currency)].map(
    ([currency, entries]) => `<Stmt><Id>${from.replaceAll('-', '')}-${to.replaceAll('-', '')}-${currency}</Id>
<Acct><Id><IBAN>${ACCOUNTS[currency] ?? OTHER_ACCOUNT}</IBAN></Id><Ccy>${currency}</Ccy></Acct>
${entries.map(entryOf).join('\n')}
</Stmt>`,
  );
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>${statements.join('\n')}</BkToCstmrStmt></Document>`;
}
