/** The two ways to the core behind one interface: the preload's bridge in the desktop window, HTTP in the browser window. */
import { LEAVING_PATH, RENEW_PATH, SESSION_HEADER, SESSION_ITEM } from '#shared/contract/http.ts';

export type Wire = { ok: true; value: unknown } | { ok: false; error: unknown };
export type WireEvent = { event: string; payload: unknown };
type Transport = {
  invoke(channel: string, input: unknown): Promise<Wire>;
  subscribe(listener: (event: WireEvent) => void, onLink: (up: boolean) => void): void;
  /** Opens the same page in a new process, so that nothing typed in this one stays in memory. */
  renew(): Promise<void>;
};

declare global {
  interface Window {
    closeout?: {
      invoke(channel: string, input: unknown): Promise<Wire>;
      subscribe(listener: (event: WireEvent) => void): () => void;
      renew(): Promise<void>;
    };
  }
}

const desktop = (bridge: NonNullable<Window['closeout']>): Transport => ({
  invoke: (channel, input) => bridge.invoke(channel, input),
  subscribe: (listener) => void bridge.subscribe(listener),
  renew: () => bridge.renew(),
});

/** Null in a window that Closeout did not open: it has no key to the core. */
const sessionKey = (): string | null => sessionStorage.getItem(SESSION_ITEM);
const withKey = (): Record<string, string> => ({ [SESSION_HEADER]: sessionKey() ?? '' });

const AGAIN_AFTER_MS = 2_000;

/** Ends when the stream does. One line is one event; an empty line is nothing. */
async function followEvents(
  listener: (event: WireEvent) => void,
  onLink: (up: boolean) => void,
): Promise<void> {
  const response = await fetch('/events', { headers: withKey() });
  if (!response.ok || response.body === null) throw new Error(`the core answered ${response.status}`);
  onLink(true);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') listener(JSON.parse(line) as WireEvent);
  }
}

const browser: Transport = {
  invoke: async (channel, input) => {
    const response = await fetch(`/api/${channel}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...withKey() },
      body: JSON.stringify(input),
    });
    if (!response.ok) throw new Error(`the core answered ${response.status}`);
    return (await response.json()) as Wire;
  },
  subscribe: (listener, onLink) => {
    if (sessionKey() === null) return;
    const follow = (): void => {
      const again = () => {
        onLink(false);
        setTimeout(follow, AGAIN_AFTER_MS);
      };
      followEvents(listener, onLink).then(again, again);
    };
    follow();
    window.addEventListener('pagehide', () => {
      void fetch(LEAVING_PATH, { method: 'POST', headers: withKey(), keepalive: true }).catch(() => null);
    });
  },
  renew: async () => {
    const response = await fetch(RENEW_PATH, { method: 'POST', headers: withKey() });
    if (!response.ok) throw new Error(`the core answered ${response.status}`);
    window.location.replace((await response.text()) + window.location.hash);
  },
};

export const transport: Transport = window.closeout ? desktop(window.closeout) : browser;

/** True if this window may speak to the core at all. */
export const mayCall = (): boolean => window.closeout !== undefined || sessionKey() !== null;
