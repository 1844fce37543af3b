/** A process that closes a branch's day; the worker kills it where the environment says so, and each statement is said before. */
import { writeSync } from 'node:fs';
import { open, shiftedClock, type Access } from './access.ts';
import { carryClose } from './carry-close.ts';

export type CloseOrder = {
  folder: string;
  access: Access;
  shiftMs: number;
  /** The database worker's file. */
  worker: string;
};

const { folder, access, shiftMs, worker } = JSON.parse(process.argv[2] ?? '{}') as CloseOrder;
/** Written synchronously, so that every line from before the kill reaches the parent. */
const say = (line: string) => void writeSync(1, `${line}\n`);

const session = await open(folder, access, (parts) => parts, shiftedClock(shiftMs), new URL(worker));
say('ready');
await carryClose(session, (kept) => say(`kept ${JSON.stringify(kept)}`));
say('finished');
process.exit(0);
