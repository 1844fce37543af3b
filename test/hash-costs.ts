/**
 * In place of shared/domain/hash-costs.ts in unit tests and the threads they start: nobody has to be kept from guessing here.
 * Processes that a test starts have the product's.
 */
export const PIN_COST = { n: 2 ** 10, r: 8, p: 1 };
export const BACKUP_WORK_FACTOR = 10;

/** For Vite. A relative path still gives the product's. */
export const lowHashCosts = [
  { find: /^#shared\/domain\/hash-costs\.ts$/, replacement: import.meta.filename },
];
