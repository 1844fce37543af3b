/** What dialogs were shown and not confirmed yet. Each is used once, and with it every other one on the same order. */
export function createPreparations<Plan extends { orderId: string }>(newId: () => string) {
  const plans = new Map<string, Plan>();
  return {
    add(plan: Plan): string {
      const id = newId();
      plans.set(id, plan);
      return id;
    },
    get: (id: string): Plan | undefined => plans.get(id),
    /** What they were planned from is about to change. */
    use({ orderId }: Plan): void {
      for (const [id, plan] of plans) if (plan.orderId === orderId) plans.delete(id);
    },
  };
}
