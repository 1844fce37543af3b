/** The second environment, with its load. */
import { test } from 'vitest';
import { expectAllHolds } from './whole-suite.ts';

test('everything holds of the built-in gateway in test, and no key is said', () => expectAllHolds('test'));
