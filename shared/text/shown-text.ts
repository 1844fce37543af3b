/** Makes text from outside safe to show: it cannot change the direction of the text around it, and hides no characters. */

const TRICKS = /[[\p{Cc}--[\t\n\r]]\u202A-\u202E\u2028\u2029\u2066-\u2069]/v;
/** Embeddings and overrides. Isolates of a pair do no harm: Closeout itself writes them around what it inserts. */
const TURNS = /[\u202A-\u202E]/g;
/** What is not seen stands for itself as a sign, so that two names that look alike do not pass for one. */
const HIDDEN = /(?![\t\n\r])\p{Cc}|[\u2028\u2029]/gu;

const OPENS = /[\u2066-\u2068]/;
const CLOSES = '\u2069';

/** Without isolates that have no partner: one that is not closed holds what follows, one too many lets go of what is around. */
function inPairs(text: string): string {
  const open: number[] = [];
  const single = new Set<number>();
  const signs = [...text];
  signs.forEach((sign, at) => {
    if (OPENS.test(sign)) open.push(at);
    else if (sign === CLOSES && open.pop() === undefined) single.add(at);
  });
  for (const at of open) single.add(at);
  return signs.filter((_, at) => !single.has(at)).join('');
}

/** `shownText` gives it back as it is. */
export const isShownAsIs = (text: string): boolean => !TRICKS.test(text);

export const shownText = (text: string): string =>
  !isShownAsIs(text) ? inPairs(text.replace(TURNS, '').replace(HIDDEN, '\uFFFD')) : text;
