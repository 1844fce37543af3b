/** What reached the merchant's bank, as the bank states it (CAMT.053): one statement a currency, one entry a deposit. */
import { toDecimal } from '#shared/money/money.ts';
import type { World } from '../world.ts';
import { DAY_MS } from './windows.ts';

type Deposit = {
  posting: number;
  kind: string;
  ref: string;
  at_ms: number;
  currency: string;
  amount_minor: number;
  bank_reference: string | null;
};

const ACCOUNTS: Readonly<Record<string, string>> = { EGP: 'EG380019000500000000263180002' };
const OTHER_ACCOUNT = 'EG110019000500000000263180010';

const dateOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);

function entryOf({ kind, ref, at_ms: atMs, currency, amount_minor: minor, bank_reference }: Deposit): string {
  const date = dateOf(atMs);
  const amount = toDecimal({ minor: BigInt(Math.abs(minor)), currency });
  const text = kind === 'early-transfer' ? `Instant settlement ${ref}` : `Card settlement ${ref}`;
  return `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${minor < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts>BOOK</Sts>
<BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${date}</Dt></ValDt><BkTxCd/>
<NtryDtls><TxDtls><Refs><EndToEndId>${bank_reference ?? ref}</EndToEndId></Refs>
<RltdPties><Dbtr><Nm>Acquirer of Payments S.A.E.</Nm></Dbtr></RltdPties>
<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
}

/** From the first moment of one date to the last of another, UTC as everything of the built-in gateway. */
export function bankStatement(world: World, { from, to }: { from: string; to: string }): string {
  const deposits = world.db
    .prepare(
      `SELECT l.posting, l.kind, l.ref, l.at_ms, l.currency, l.amount_minor, w.bank_reference FROM ledger l
       LEFT JOIN settlement_window w ON w.window_id = l.ref AND l.kind = 'settlement'
       WHERE l.account = 'merchant-bank' AND l.at_ms >= ? AND l.at_ms < ? ORDER BY l.at_ms, l.posting`,
    )
    .all(Date.parse(from), Date.parse(to) + DAY_MS) as Deposit[];
  const statements = [...Map.groupBy(deposits, ({ currency }) => currency)].map(
    ([currency, entries]) => `<Stmt><Id>${from.replaceAll('-', '')}-${to.replaceAll('-', '')}-${currency}</Id>
<Acct><Id><IBAN>${ACCOUNTS[currency] ?? OTHER_ACCOUNT}</IBAN></Id><Ccy>${currency}</Ccy></Acct>
${entries.map(entryOf).join('\n')}
</Stmt>`,
  );
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>${statements.join('\n')}</BkToCstmrStmt></Document>`;
}
