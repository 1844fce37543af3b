/**
 * What runs in the page: `contextBridge` and `ipcRenderer` for a preload in an isolated world. The two worlds share the
 * document only, so calls between them are events of it with text inside; such an event is handled before it returns.
 */

/** The main world's side: makes what the preload exposes. */
const mainWorld = () => {
  type Sent = { kind: 'call'; path: string; args: unknown[] };
  const callbacks = new Map<number, (...args: unknown[]) => void>();
  const promises = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let last = 0;
  let answer: { value?: unknown; promise?: number; undo?: number; error?: string } = {};
  const ask = (sent: Sent | { kind: 'undo'; id: number }) => {
    answer = {};
    document.dispatchEvent(new CustomEvent('stand-in:ask', { detail: JSON.stringify(sent) }));
    return answer;
  };
  const encode = (value: unknown): unknown => {
    if (typeof value !== 'function') return { value };
    callbacks.set(++last, value as (...args: unknown[]) => void);
    return { callback: last };
  };
  document.addEventListener('stand-in:answer', (event) => {
    answer = JSON.parse(String((event as CustomEvent).detail)) as typeof answer;
  });
  document.addEventListener('stand-in:settle', (event) => {
    const { id, value, error } = JSON.parse(String((event as CustomEvent).detail)) as {
      id: number;
      value?: unknown;
      error?: string;
    };
    const promise = promises.get(id);
    promises.delete(id);
    if (error === undefined) promise?.resolve(value);
    else promise?.reject(new Error(error));
  });
  document.addEventListener('stand-in:callback', (event) => {
    const { id, args } = JSON.parse(String((event as CustomEvent).detail)) as { id: number; args: unknown[] };
    callbacks.get(id)?.(...args);
  });
  document.addEventListener('stand-in:expose', (event) => {
    const { name, functions } = JSON.parse(String((event as CustomEvent).detail)) as {
      name: string;
      functions: string[];
    };
    const made = Object.fromEntries(
      functions.map((path) => [
        path,
        (...args: unknown[]) => {
          const told = ask({ kind: 'call', path: `${name}.${path}`, args: args.map(encode) });
          if (told.error !== undefined) throw new Error(told.error);
          const { promise, undo } = told;
          if (promise !== undefined)
            return new Promise((resolve, reject) => promises.set(promise, { resolve, reject }));
          return undo === undefined ? told.value : () => void ask({ kind: 'undo', id: undo });
        },
      ]),
    );
    Object.defineProperty(window, name, { value: Object.freeze(made), enumerable: true });
  });
};

/** The isolated world's side: `require('electron')` of a sandboxed preload. `standIn` is the binding to the main process. */
const isolatedWorld = () => {
  type Exposed = Record<string, (...args: unknown[]) => unknown>;
  type World = {
    standIn(text: string): void;
    standInTold(text: string): void;
    require(name: string): unknown;
  };
  const world = globalThis as unknown as World;
  const exposed = new Map<string, Exposed>();
  const undos = new Map<number, () => void>();
  const invoked = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  const channels = new Map<string, Set<(event: object, ...args: unknown[]) => void>>();
  let last = 0;
  const tell = (type: string, detail: object) =>
    document.dispatchEvent(new CustomEvent(`stand-in:${type}`, { detail: JSON.stringify(detail) }));
  const decode = (arg: { value?: unknown; callback?: number }) =>
    arg.callback === undefined
      ? arg.value
      : (...args: unknown[]) => tell('callback', { id: arg.callback, args });

  function answerOf(path: string, args: { value?: unknown; callback?: number }[]): object {
    const [name = '', key = ''] = path.split('.');
    const result = exposed.get(name)?.[key]?.(...args.map(decode));
    if (result instanceof Promise) {
      const id = ++last;
      result.then(
        (value: unknown) => tell('settle', { id, value }),
        (error: unknown) => tell('settle', { id, error: String(error) }),
      );
      return { promise: id };
    }
    if (typeof result !== 'function') return { value: result };
    undos.set(++last, result as () => void);
    return { undo: last };
  }
  document.addEventListener('stand-in:ask', (event) => {
    const sent = JSON.parse(String((event as CustomEvent).detail)) as
      | { kind: 'call'; path: string; args: [] }
      | { kind: 'undo'; id: number };
    if (sent.kind === 'undo') return void undos.get(sent.id)?.();
    try {
      tell('answer', answerOf(sent.path, sent.args));
    } catch (error) {
      tell('answer', { error: String(error) });
    }
  });
  world.standInTold = (text) => {
    const told = JSON.parse(text) as
      | { kind: 'answer'; id: number; value?: unknown; error?: string }
      | { kind: 'event'; channel: string; args: unknown[] };
    if (told.kind === 'event') {
      for (const listener of channels.get(told.channel) ?? []) listener({}, ...told.args);
      return;
    }
    const call = invoked.get(told.id);
    invoked.delete(told.id);
    if (told.error === undefined) call?.resolve(told.value);
    else call?.reject(new Error(told.error));
  };
  const electron = {
    contextBridge: {
      exposeInMainWorld(name: string, api: Exposed) {
        exposed.set(name, api);
        tell('expose', { name, functions: Object.keys(api) });
      },
    },
    ipcRenderer: {
      invoke: (channel: string, ...args: unknown[]) =>
        new Promise((resolve, reject) => {
          const id = ++last;
          invoked.set(id, { resolve, reject });
          world.standIn(JSON.stringify({ id, channel, args }));
        }),
      on: (channel: string, listener: (event: object, ...args: unknown[]) => void) =>
        channels.set(channel, (channels.get(channel) ?? new Set()).add(listener)),
      off: (channel: string, listener: (event: object, ...args: unknown[]) => void) =>
        channels.get(channel)?.delete(listener),
    },
  };
  world.require = (name) => {
    if (name !== 'electron') throw new Error(`a sandboxed preload has no module ${name}`);
    return electron;
  };
};

const run = (work: () => void) => `(${work.toString()})();`;
export const MAIN_WORLD = run(mainWorld);
/** The preload as CommonJS, after what it requires; in the main frame only, as `nodeIntegrationInSubFrames` is off. */
export const isolatedSource = (preload: string) =>
  `if (window.top === window) {\n${run(isolatedWorld)}\n(function (exports, require) {\n${preload}\n})({}, globalThis.require);\n}`;
