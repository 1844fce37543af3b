/** Card numbers that pass, of every scheme and length, the same each time. */
const KINDS = [
  ['4', 16],
  ['4', 13],
  ['4', 19],
  ['52', 16],
  ['2500', 16],
  ['34', 15],
  ['36', 14],
  ['3530', 16],
  ['6011', 16],
  ['62', 19],
  ['507803', 16],
] as const;

function luhnDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const counted = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

export function cardNumbers(count: number): string[] {
  let seed = 7;
  const next = () => (seed = (seed * 48_271) % 2_147_483_647);
  return Array.from({ length: count }, (_, at) => {
    const [prefix, length] = KINDS[at % KINDS.length] ?? ['4', 16];
    let digits: string = prefix;
    while (digits.length < length - 1) digits += String(next() % 10);
    return digits + luhnDigit(digits);
  });
}
