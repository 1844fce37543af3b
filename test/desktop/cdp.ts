/** A connection to a Chromium by the DevTools protocol: one socket, one session a page. */
type Answer = {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
};
type Listener = (params: never) => void;

export type CdpSession = {
  send<T = unknown>(method: string, params?: object): Promise<T>;
  on(method: string, listener: Listener): void;
};

export type Cdp = CdpSession & {
  attach(targetId: string): Promise<CdpSession>;
  close(): void;
};

export async function connectCdp(address: string): Promise<Cdp> {
  const socket = new WebSocket(address);
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve();
    socket.onerror = () => reject(new Error(`no DevTools at ${address}`));
  });
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  const listeners = new Map<string, Listener[]>();
  const keyOf = (sessionId: string | undefined, method: string) => `${sessionId ?? ''} ${method}`;
  let last = 0;

  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.method !== undefined) {
      for (const listener of listeners.get(keyOf(answer.sessionId, answer.method)) ?? [])
        listener(answer.params as never);
      return;
    }
    const call = waiting.get(answer.id ?? 0);
    waiting.delete(answer.id ?? 0);
    if (answer.error) call?.reject(new Error(answer.error.message));
    else call?.resolve(answer.result as never);
  };
  socket.onclose = () => {
    for (const { reject } of waiting.values()) reject(new Error('the browser has gone'));
    waiting.clear();
  };

  const sessionOf = (sessionId?: string): CdpSession => ({
    send: (method, params = {}) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        waiting.set(id, { resolve, reject });
        socket.send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }));
      }),
    on: (method, listener) => {
      const key = keyOf(sessionId, method);
      listeners.set(key, [...(listeners.get(key) ?? []), listener]);
    },
  });
  const root = sessionOf();
  return {
    ...root,
    attach: async (targetId) => {
      const { sessionId } = await root.send<{ sessionId: string }>('Target.attachToTarget', {
        targetId,
        flatten: true,
      });
      return sessionOf(sessionId);
    },
    close: () => socket.close(),
  };
}
