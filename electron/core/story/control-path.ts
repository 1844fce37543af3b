/** The control path of the built-in gateway, as the story uses it: what customers, acquirers and the bank do. */
export type ControlPath = ReturnType<typeof controlPathAt>;

type Gateway = {
  readonly live: { readonly dashboardUrl: string; readonly secretKey: string };
  readonly controlUrl: string;
};

export function controlPathAt({ live, controlUrl }: Gateway) {
  async function ask(method: 'GET' | 'POST', path: string, body?: unknown): Promise<string> {
    const answer = await fetch(`${controlUrl}${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${text}`);
    return text;
  }
  const post = async (path: string, body: unknown): Promise<void> => void (await ask('POST', path, body));
  return {
    sell: (count: number, terminalId?: string) => post('/sales', { count, terminalId }),
    /** Refunds at a till. */
    giveBack: (count: number) => post('/sales', { count, paymentType: 'REFUND' }),
    slip: (order: string, slip: string) => post('/slips', { order, slip }),
    /** The merchant's bank takes money back, or charges its fee. */
    bank: (books: 'return' | 'chargeback' | 'fee') => post('/bank', { books }),
    pay: (sessionId: string) => post('/pay', { sessionId, method: 'card' }),
    slowNext: (minutes: number) => post('/slow-next', { minutes }),
    /** Another computer of the merchant acknowledges a terminal: this one only sees that its sales are gone. */
    async acknowledgeElsewhere(terminalId: string): Promise<void> {
      const answer = await fetch(`${live.dashboardUrl}/v3/payment/pos/ack/${terminalId}`, {
        method: 'POST',
        headers: { authorization: live.secretKey },
      });
      if (!answer.ok) throw new Error(`acknowledging ${terminalId}: ${await answer.text()}`);
    },
    /** One request of this kind goes wrong. */
    fault: (
      path: string,
      fault: { kind: 'drop-before' } | { kind: 'status'; status: number; body: unknown },
    ) => post('/faults', { match: { method: 'PUT', path }, fault, times: 1 }),
    /** Sums of the gateway that do not agree; none, unless it is broken. */
    async broken(): Promise<string[]> {
      return (JSON.parse(await ask('GET', '/invariants')) as { live: string[] }).live;
    },
    statement: (from: string, to: string) => ask('GET', `/statement?from=${from}&to=${to}`),
  };
}
