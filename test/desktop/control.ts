/** How a test speaks with the stand-in: over the pipe that Node opens between a parent and its child. */
export type ToStandIn =
  | { kind: 'power'; event: 'suspend' | 'lock-screen' }
  /** The number of the button that the next question of the system is answered with. */
  | { kind: 'answer-dialog'; button: number }
  | { kind: 'click-notification'; title: string }
  | { kind: 'quit' };

export type FromStandIn =
  | { kind: 'ready'; port: number; url: string }
  | { kind: 'dialog'; message: string; detail: string }
  | { kind: 'notification'; title: string; body: string }
  | { kind: 'menu'; labels: string[] }
  | { kind: 'refused'; what: string; url: string }
  | { kind: 'show-in-folder'; path: string };

export const tellTest = (message: FromStandIn): void => void process.send?.(message);
