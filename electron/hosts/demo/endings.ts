/** How everything that was started ends: what was started last ends first. */
type End = () => unknown;
export type Endings = {
  /** At once if everything else has ended already. */
  add(end: End): Promise<void>;
  /** Ends all; one that fails does not keep the others. */
  run(): Promise<void>;
};

export function createEndings(onFailure: (error: unknown) => void): Endings {
  const waiting: End[] = [];
  let hasBegun = false;
  async function run(): Promise<void> {
    hasBegun = true;
    for (let end = waiting.pop(); end; end = waiting.pop())
      try {
        await end();
      } catch (error) {
        onFailure(error);
      }
  }
  return {
    run,
    async add(end) {
      waiting.push(end);
      if (hasBegun) await run();
    },
  };
}
