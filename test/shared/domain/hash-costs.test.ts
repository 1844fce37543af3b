/** The product's costs. They are imported by a relative path, because unit tests get lower ones (test/hash-costs.ts). */
import { expect, it } from 'vitest';
import { BACKUP_WORK_FACTOR, PIN_COST } from '../../../shared/domain/hash-costs.ts';

it('guessing costs 32 MiB and 2^15 rounds a PIN, and 2^17 a passphrase of a backup', () => {
  expect(PIN_COST).toEqual({ n: 2 ** 15, r: 8, p: 1 });
  expect(BACKUP_WORK_FACTOR).toBe(17);
});
