/** Work on one operation's claim follows the other; different operations do not wait for each other. */
export type SubjectTurns = ReturnType<typeof createSubjectTurns>;

export function createSubjectTurns() {
  const last = new Map<string, Promise<unknown>>();
  return {
    async inTurn<T>(opId: string, work: () => Promise<T>): Promise<T> {
      const before = last.get(opId);
      const mine = before ? before.then(work, work) : work();
      last.set(opId, mine);
      try {
        return await mine;
      } finally {
        if (last.get(opId) === mine) last.delete(opId);
      }
    },
  };
}
