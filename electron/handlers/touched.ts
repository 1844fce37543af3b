/** Work that news set going: one run after the other, and once more for news that came while it ran. */

/** Answers `touch`, which ends when all news before it has been worked on. `work` must not fail. */
export function createTouch(work: () => Promise<unknown>): () => Promise<void> {
  let again = false;
  let running: Promise<void> | null = null;
  async function run(): Promise<void> {
    do {
      again = false;
      await work();
    } while (again);
    running = null;
  }
  return () => {
    again = true;
    return (running ??= run());
  };
}
