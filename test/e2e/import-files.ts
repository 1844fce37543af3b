/** Files as people bring them, for the tests in the window: each is what a bank or a till would give, made up. */
import type { Upload } from './importing.ts';

/** The bytes of a text in an old encoding: what the platform decodes, turned round. */
function encode(text: string, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding);
  const byteOf = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const),
  );
  return Buffer.from([...text].map((letter) => byteOf.get(letter) ?? 63));
}

/** A table whose column names nobody knows: one line in it is no amount, the last adds up, every date has two readings. */
const march = [
  'Bank of the Nile,,,,',
  'Day,Story,Left,Entered,Number',
  '04/03/2026,تحويل وارد من بوابة الدفع,,"12,430.50",447100',
  '05/03/2026,عمولة تسوية البطاقات,120.25,,447101',
  '06/03/2026,إيداع نقدي فرع الزمالك,,12-30,447102',
  '07/03/2026,تحويل وارد من بوابة الدفع,,"1,000.00",447103',
  'Total,,120.25,"13,430.50",',
].join('\r\n');

export const tableOfMarch: Upload = {
  name: 'march.csv',
  mimeType: 'text/csv',
  buffer: encode(march, 'windows-1256'),
};

/** The next file of the same bank, with letters that are certain by now: nothing is asked about it any more. */
export const tableOfApril: Upload = {
  name: 'april.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'Bank of the Nile,,,,',
      'Day,Story,Left,Entered,Number',
      '04/04/2026,تحويل وارد من بوابة الدفع,,"2,000.00",447200',
      '21/04/2026,عمولة تسوية البطاقات,20.00,,447201',
    ].join('\r\n'),
  ),
};

/** Like the first one, in the same old letters. */
export const tableOfMay: Upload = {
  name: 'may.csv',
  mimeType: 'text/csv',
  buffer: encode(
    [
      'Bank of the Nile,,,,',
      'Day,Story,Left,Entered,Number',
      '04/05/2026,تحويل وارد من بوابة الدفع,,"3,000.00",447300',
    ].join('\r\n'),
    'windows-1256',
  ),
};

/** One statement of MT940 whose balances add up. */
export const statementOfMarch: Upload = {
  name: 'EGP-0317.sta',
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(
    [
      '{1:F01NILEEGCXAXXX0000000000}{2:I940NILEEGCXXXXXN}{4:',
      ':20:STMT260317',
      ':25:EG380019000500000000263180002',
      ':28C:00076/001',
      ':60F:C260316EGP10000,00',
      ':61:2603170317C12430,50NTRFRRN447100//BNK88121',
      ':86:PAYOUT WINDOW 2026-03-16',
      ':61:2603170317D120,25NCHGNONREF//BNK88122',
      ':86:CARD SETTLEMENT FEE',
      ':62F:C260317EGP22310,25',
      '-}',
    ].join('\r\n'),
    'latin1',
  ),
};

/** Sales of a till with many lines, of February or of one day, so that the grid, its pages and the progress have something to do. */
export function salesOf(lines: number, date?: string): Upload {
  const rows = Array.from({ length: lines }, (_, index) => {
    const day = String((index % 28) + 1).padStart(2, '0');
    return `${date ?? `2026-02-${day}`},ORD-${100_000 + index},${(index % 900) + 10}.50,EGP`;
  });
  return {
    name: 'sales.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Date,Order no,Amount,Currency', ...rows].join('\n')),
  };
}
