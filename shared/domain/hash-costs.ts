/** What guessing a PIN or a passphrase costs. Unit tests run with less of it (test/hash-costs.ts): they hash hundreds of times. */

/** Of scrypt for a PIN: 32 MiB and about a tenth of a second a try. */
export const PIN_COST = { n: 2 ** 15, r: 8, p: 1 };

/**
 * Of age for a backup, as a power of two: about a second of one core. Guessing a good passphrase is out of reach, and age
 * refuses above 20.
 */
export const BACKUP_WORK_FACTOR = 17;
