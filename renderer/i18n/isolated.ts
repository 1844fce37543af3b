/** A text inside another: a name or number keeps its own direction, and turns nothing around it, in either language. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;
