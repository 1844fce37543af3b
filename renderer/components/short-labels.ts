/** Names of the terminals of one branch, on a page that names the branch. */
type OfBranch = {
  readonly branchName: string | null;
  readonly terminals: readonly { readonly label: string }[];
};

/** "Front till" for "Zamalek · Front till", where every terminal begins with the name of the branch. */
export function withShortLabels<T extends OfBranch>(of: T): T {
  const { branchName, terminals } = of;
  const prefix = `${branchName ?? ''} · `;
  const begin = ({ label }: { label: string }) => label.startsWith(prefix) && label.length > prefix.length;
  if (branchName === null || !terminals.every(begin)) return of;
  return { ...of, terminals: terminals.map((one) => ({ ...one, label: one.label.slice(prefix.length) })) };
}
