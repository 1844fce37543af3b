import { describe, expect, it } from 'vitest';
import { namesTooLong, text, texts } from '#electron/gateway/fields.ts';

const odd = '\u202Egpj.exe\u0007';

describe('a text of the gateway', () => {
  it('is free text, and turns nothing about and hides nothing', () => {
    expect(text({ storeName: odd }, 'storeName')).toBe('gpj.exe\uFFFD');
    expect(texts({ reasons: [odd, 'plain'] }, 'reasons')).toEqual(['gpj.exe\uFFFD', 'plain']);
  });

  it('or is an identifier, which stays what it is: it is sent back', () => {
    for (const field of ['merchantOrderId', 'transactionId', 'refNumber', '_id'])
      expect(text({ [field]: odd }, field)).toBe(odd);
    expect(texts({ transactionIds: [odd] }, 'transactionIds')).toEqual([odd]);
  });

  it('or is too long to be an identifier, and is none: no call would take it, and no list end with it', () => {
    const longest = 'T'.repeat(200);
    expect(text({ transactionId: longest }, 'transactionId')).toBe(longest);
    expect(text({ transactionId: `${longest}T` }, 'transactionId')).toBeNull();
    expect(texts({ transactionIds: [`${longest}T`, longest] }, 'transactionIds')).toEqual([longest]);
    expect(text({ storeName: `${longest}T` }, 'storeName')).toBe(`${longest}T`);
    expect(namesTooLong({ rows: [{ transactionId: longest, storeName: `${longest}T` }] })).toBe(false);
    expect(namesTooLong({ rows: [{ orderId: 'A-1' }, { parent: { orderId: `${longest}T` } }] })).toBe(true);
  });
});
