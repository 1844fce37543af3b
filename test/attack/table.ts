/** The goals of security by their numbers, with what was counted. */
export type Finding = { readonly goal: string; readonly figure: string; readonly holds: boolean | null };

/** What was found, after its count. */
export const list = (some: readonly string[]) =>
  some.length === 0 ? '' : `: ${some.slice(0, 60).join('; ')}`;

const says = (holds: boolean | null) =>
  holds === null ? 'not tried here' : holds ? 'holds' : 'DOES NOT HOLD';

export function tableOf(findings: readonly Finding[]): string {
  const rows = findings.map(({ goal, figure, holds }) => [goal, says(holds), figure] as const);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column as 0 | 1].length)));
  return rows
    .map(
      ([goal, verdict, figure]) =>
        `${goal.padEnd(widths[0] ?? 0)}  ${verdict.padEnd(widths[1] ?? 0)}  ${figure}`,
    )
    .join('\n');
}
