/** A text inside another: a name or number keeps its own direction, and turns nothing around it, in either language. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

/** Text that reads from right to left as a whole, whatever its first name is written in. */
export const rightToLeft = (text: string): string => `\u2067${text}\u2069`;
