/**
 * Text that a spreadsheet would take for a formula is made inert with an apostrophe before it, and can be had back. For
 * texts only: a negative amount is a number by its type and is never touched.
 */

/** The characters that start a formula in a spreadsheet, also in full width, and those that it drops before it looks. */
const RISKY = '=+\\-@\\t\\r\\n\\0\uFF1D\uFF0B\uFF0D\uFF20';
/** An apostrophe before one of these is doubled as well, so that the original is never in doubt. */
const NEEDS_ONE = new RegExp(`^'*[${RISKY}]`);
const HAS_ONE = new RegExp(`^'+[${RISKY}]`);

export const neutralise = (text: string): string => (NEEDS_ONE.test(text) ? `'${text}` : text);
/** The original of a text that `neutralise` gave. */
export const restore = (text: string): string => (HAS_ONE.test(text) ? text.slice(1) : text);

/** Letters, digits and dots of an id: nothing to neutralise, quote or escape in any file. Most texts of a list are such. */
const ID = /^[A-Za-z0-9][A-Za-z0-9.:-]*$/;
export const isPlainId = (text: string): boolean => ID.test(text);
