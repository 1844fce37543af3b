/** One thing that docs/gateway-interface.md says. */
export type Clause = [
  /** The section and a number within it; kept when the document changes around it. */
  id: string,
  /** Word for word, so that a changed document shows. */
  quote: string,
  /** Why nothing, or not all of it, can be checked from outside; needed where no check proves it. */
  reason?: string | undefined,
  /** Files of this repository whose tests prove it of Closeout or of the built-in gateway. */
  tests?: string[],
];
