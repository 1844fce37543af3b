/** The windows' event streams: few, and none that grows without end because nobody reads it. */
import type { ServerResponse } from 'node:http';

/** A window has one; a reload leaves the old one for a moment. */
const MOST_STREAMS = 8;
/** More than this unread: the window is gone or stuck. It opens a new stream and reads everything again. */
const MOST_UNREAD = 4 * 1024 * 1024;

export function createEventStreams(onCount: (count: number) => void) {
  const streams = new Set<ServerResponse>();
  function drop(response: ServerResponse): void {
    if (!streams.delete(response)) return;
    response.destroy();
    onCount(streams.size);
  }
  return {
    /** The newest window counts: if there are too many, the oldest stream ends. */
    add(response: ServerResponse): void {
      for (const oldest of [...streams].slice(0, Math.max(0, streams.size - MOST_STREAMS + 1))) drop(oldest);
      streams.add(response);
      response.on('close', () => drop(response));
      onCount(streams.size);
    },
    send(line: string): void {
      for (const response of [...streams]) {
        if (response.writableLength > MOST_UNREAD) drop(response);
        else response.write(line);
      }
    },
    end: () => [...streams].forEach(drop),
  };
}
