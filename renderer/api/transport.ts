/** The two ways to the core behind one interface: the preload's bridge in the desktop window, HTTP in the browser window. */
export type Wire = { ok: true; value: unknown } | { ok: false; error: unknown };
export type WireEvent = { event: string; payload: unknown };
export type Transport = {
  invoke(channel: string, input: unknown): Promise<Wire>;
  subscribe(listener: (event: WireEvent) => void, onLink: (up: boolean) => void): void;
};

declare global {
  interface Window {
    closeout?: {
      invoke(channel: string, input: unknown): Promise<Wire>;
      subscribe(listener: (event: WireEvent) => void): () => void;
    };
  }
}

const desktop = (bridge: NonNullable<Window['closeout']>): Transport => ({
  invoke: (channel, input) => bridge.invoke(channel, input),
  subscribe: (listener) => void bridge.subscribe(listener),
});

const browser: Transport = {
  invoke: async (channel, input) => {
    const response = await fetch(`/api/${channel}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    if (!response.ok) throw new Error(`the core answered ${response.status}`);
    return (await response.json()) as Wire;
  },
  subscribe: (listener, onLink) => {
    const source = new EventSource('/events');
    source.onmessage = ({ data }) => listener(JSON.parse(String(data)) as WireEvent);
    source.onopen = () => onLink(true);
    source.onerror = () => onLink(false);
  },
};

export const transport: Transport = window.closeout ? desktop(window.closeout) : browser;
