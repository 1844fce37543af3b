/** How a test speaks with the stand-in: over the pipe that Node opens between a parent and its child. */
export type ToStandIn =
  | { kind: 'power'; event: 'suspend' | 'lock-screen' }
  /** The number of the button that the next question of the system is answered with. */
  | { kind: 'answer-dialog'; button: number }
  | { kind: 'click-notification'; title: string }
  | { kind: 'choose-in-menu'; label: string }
  /** The process of the window's page ends. */
  | { kind: 'crash-window' }
  /** Calls whose channels fit wait for the test from now on; null: this hold ends. The newest hold that fits takes a call. */
  | { kind: 'hold-calls'; hold: number; pattern: string | null }
  | { kind: 'ask-core'; id: number }
  | { kind: 'tell-window'; id: number; wire: unknown }
  | { kind: 'lose-call'; id: number }
  /** Everything that the window is told from now on is told to the test, too. */
  | { kind: 'keep-received' }
  | { kind: 'quit' };

export type FromStandIn =
  | { kind: 'ready'; port: number; url: string }
  | { kind: 'dialog'; message: string; detail: string }
  | { kind: 'notification'; title: string; body: string }
  | { kind: 'menu'; labels: string[] }
  | { kind: 'badge'; count: number }
  | { kind: 'focused' }
  /** Every page is in the sandbox of the operating system, asked for before the app was ready. */
  | { kind: 'sandboxed' }
  /** Listeners of the main process that are no handlers: what a page could send to unasked. */
  | { kind: 'channels'; names: string[] }
  | { kind: 'window'; bounds: { x?: number; y?: number; width: number; height: number } }
  | { kind: 'refused'; what: string; url: string }
  | { kind: 'show-in-folder'; path: string }
  | { kind: 'call'; hold: number; id: number; channel: string; input: unknown }
  | { kind: 'core-answered'; id: number; wire: unknown }
  | { kind: 'received'; text: string };

export const tellTest = (message: FromStandIn): void => void process.send?.(message);
