/** What a campaign has counted, so that parts of it that ran apart can be added up. */
export type Share = {
  /** The first seed; one case a seed. */
  seed: number;
  count: number;
  /** Ends early, between two cases; for a share that is bounded by time. */
  enough?: () => boolean;
  /** Seeds from one case to the next. */
  stride?: number;
};
export type Figure = {
  sum: Record<string, number>;
  /** Different things that were met: named steps, faults. */
  met: string[];
  /** What was wrong, each with the command that does it again. */
  broken: string[];
};
export type Campaign = {
  /** As many cases as the measure asks for. */
  whole: number;
  /** Measures that are proven in the same cases. */
  also?: readonly string[];
  /** Parts of fewer cases are not worth a process of their own; without it, it is never divided. */
  leastApart?: number;
  run: (share: Share) => Promise<Figure>;
  /** The lines of figures, one a measure. */
  tell: (figure: Figure) => string[];
};

/** How many broken cases are told before a campaign gives up. */
export const MOST_TOLD = 10;

export const replay = (only: string, seed: number) => `npm run faults -- --only ${only} --seed ${seed}`;

export const n = (value: number | undefined) => (value ?? 0).toLocaleString('en-US');

export function add(figures: readonly Figure[]): Figure {
  const sum: Record<string, number> = {};
  for (const figure of figures)
    for (const [name, value] of Object.entries(figure.sum)) sum[name] = (sum[name] ?? 0) + value;
  return {
    sum,
    met: [...new Set(figures.flatMap(({ met }) => met))],
    broken: figures.flatMap(({ broken }) => broken),
  };
}

/** Every seed of a share in turn, until one time too many something was wrong. */
export async function eachSeed(
  { seed: first, count, enough, stride = 1 }: Share,
  broken: readonly string[],
  run: (seed: number) => Promise<void>,
): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    if (broken.length >= MOST_TOLD || enough?.()) return;
    await run(first + index * stride);
  }
}

/** Runs a share in a test: says its figures, and answers what was wrong. */
export async function brokenIn({ run, tell }: Campaign, share: Share): Promise<string[]> {
  const figure = await run(share);
  for (const line of tell(figure)) console.log(line);
  return figure.broken;
}
