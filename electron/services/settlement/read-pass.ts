/** Reads the settled list once, from a page to its end, with several requests under way. */
import { gatewayError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { PageReader, ReadPage, Stop } from './page-reader.ts';

/** Requests under way at once: enough to hide the way there and back, few enough for any gateway. */
const LANES = 4;
export const MOST_PAGES = 10_000;
const noEnd: Stop = {
  kind: 'error',
  error: gatewayError('bad-answer', { where: 'pagination', problem: 'no end' }),
};

type Pass = {
  /** Rows that could not be read safely. */
  unreadable: number;
  /** Rows that were not known before. */
  fresh: number;
  /** The page that was answered last. */
  last: ReadPage;
  /** Every page said the same of the list: it stood still, as far as can be seen. */
  stoodStill: boolean;
};

/** True if the gateway gives both pages the same count and the same total. A gateway that gives no count never does. */
export const saysTheSame = (one: ReadPage, other: ReadPage): boolean =>
  one.total !== null &&
  one.total === other.total &&
  one.summary?.total?.minor === other.summary?.total?.minor;

/** `enough`: the page that is asked for first may show that there is nothing more to read. */
export async function readPass(
  read: PageReader,
  from: number,
  enough: (page: ReadPage) => boolean,
): Promise<Result<Pass, Stop>> {
  const pages: ReadPage[] = [];
  const answers: ReadPage[] = [];
  const state: {
    next: number;
    end: number;
    emptyAt: number;
    fullest: number;
    fresh: number;
    stop: Stop | null;
  } = { next: from, end: Infinity, emptyAt: Infinity, fullest: 1, fresh: 0, stop: null };

  async function one(number: number): Promise<ReadPage | null> {
    const answer = await read(number);
    if (!answer.ok) {
      state.stop ??= answer.error;
      return null;
    }
    const page = answer.value;
    pages[number] = page;
    answers.push(page);
    state.fresh += page.fresh;
    state.fullest = Math.max(state.fullest, page.size);
    if (page.size === 0) state.emptyAt = Math.min(state.emptyAt, number);
    // Without a stated end only an empty page is the end: a gateway may serve fewer rows than were asked for.
    const stated = page.pages ?? (page.total === null ? Infinity : Math.ceil(page.total / state.fullest));
    state.end = Math.min(stated, state.emptyAt - 1);
    return page;
  }

  let last = await one(state.next++);
  const lane = async () => {
    while (state.stop === null && state.next <= state.end && state.next <= MOST_PAGES)
      last = (await one(state.next++)) ?? last;
  };
  if (last && !enough(last)) {
    await Promise.all(Array.from({ length: LANES }, lane));
    // A page that was answered before the one in front of it: a row may have slipped over the edge in between.
    for (let number = from + 1; number < pages.length && state.stop === null; number += 1) {
      const [before, here] = [pages[number - 1]?.total ?? null, pages[number]?.total ?? null];
      if (before !== null && here !== null && before > here) last = (await one(number)) ?? last;
    }
  }
  if (state.stop !== null || last === null) return err(state.stop ?? noEnd);
  if (state.end > MOST_PAGES && state.next > MOST_PAGES) return err(noEnd);
  const unreadable = pages.reduce((sum, page) => sum + page.unreadable, 0);
  const stoodStill = answers.every((page) => saysTheSame(page, answers[0] ?? page));
  return ok({ unreadable, fresh: state.fresh, last, stoodStill });
}
