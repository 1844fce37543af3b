/** Time, injected everywhere so that tests and simulations own it. */
export type Clock = {
  /** Wall time, epoch milliseconds. */
  nowMs(): number;
  /** Runs `task` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, task: () => void): () => void;
};

/** Randomness, injected for the same reason. */
export type Random = { bytes(count: number): Uint8Array };
