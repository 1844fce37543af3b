/** What lines that take money out are, as banks say it. */
import { expect, it } from 'vitest';
import { bankEntryOf, type BankEntryKind } from '#shared/domain/bank-entry.ts';

type Case = readonly [raw: Record<string, string>, text: string, kind: BankEntryKind | null];
const cases: readonly Case[] = [
  [{ 'BkTxCd/Domn/Fmly/SubFmlyCd': 'CHRG' }, 'Quarter', 'fee'],
  [{ 'BkTxCd/Domn/Fmly/SubFmlyCd': 'UPCT' }, 'Card', 'chargeback'],
  [{ 'BkTxCd/Domn/Fmly/SubFmlyCd': 'RRTN' }, 'Transfer', 'returned'],
  [{ 'TxDtls/RtrInf/Rsn/Cd': 'AC04' }, 'Transfer', 'returned'],
  [{ RvslInd: 'true' }, '', 'returned'],
  [{ '61': '2611151115D12,50NCHGNONREF' }, '', 'fee'],
  [{ '61': '261115DR7,00NCOMNONREF' }, '', 'fee'],
  [{ '61': '2611151115RC900,00NTRFSW-100417' }, 'ACQUIRER', 'returned'],
  [{ '61': '2611151115D900,00NRTINONREF' }, '', 'returned'],
  [{ '61': '2611151115D900,00NTRFNONREF', '86': '109?00LASTSCHRIFT' }, '', 'returned'],
  [{ '16': '16,555,90000,Z,REF,,DEPOSITED ITEM' }, '', 'returned'],
  [{ '16': '16,698,900,Z,REF,,MISC' }, '', 'fee'],
  [{ TRNTYPE: 'SRVCHG' }, 'MONTH', 'fee'],
  [{}, 'CHARGEBACK FEE 12', 'fee'],
  [{}, 'Charge-back case 77', 'chargeback'],
  [{}, 'CHARGE BACK 4417', 'chargeback'],
  [{}, 'Returned transfer SW-100417', 'returned'],
  [{}, 'عمولة تحويل', 'fee'],
  [{}, 'إيداع مرتجع', 'returned'],
  [{}, 'SALARY NOVEMBER', null],
  [{}, 'RENT OF RETURNIA HOUSE', null],
  [{ '61': '2611151115D900,00NTRFNONREF' }, 'Supplier', null],
];

it.each(cases)('%j %s is %s', (raw, text, kind) => {
  expect(bankEntryOf(raw, text)).toBe(kind);
});
