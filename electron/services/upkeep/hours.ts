/** Opening hours, by the clock of the computer: the shop stands where it stands. Pure but for the computer's time zone. */

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** From `from` up to `to`; over midnight where `to` is earlier, and all day where both are the same. */
export function isOpen(atMs: number, { from, to }: { from: string; to: string }): boolean {
  const at = new Date(atMs);
  const now = at.getHours() * 60 + at.getMinutes();
  const [opens, closes] = [minutesOf(from), minutesOf(to)];
  if (opens === closes) return true;
  return opens < closes ? now >= opens && now < closes : now >= opens || now < closes;
}
