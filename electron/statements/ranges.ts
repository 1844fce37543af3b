/** Numbers in rising order as ranges: '3 7-9'. */
export function createRanges() {
  const parts: [number, number][] = [];
  return {
    add(n: number): void {
      const last = parts.at(-1);
      if (last && last[1] === n - 1) last[1] = n;
      else parts.push([n, n]);
    },
    text: () => parts.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(' '),
  };
}

/** Tells if a number is in the ranges. It must be asked with rising numbers. */
export function createInRanges(text: string): (n: number) => boolean {
  const parts = text
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => part.split('-').map(Number));
  let at = 0;
  return (n) => {
    while (at < parts.length && n > (parts[at]?.at(-1) ?? 0)) at += 1;
    const part = parts[at];
    return part !== undefined && n >= (part[0] ?? 0);
  };
}
