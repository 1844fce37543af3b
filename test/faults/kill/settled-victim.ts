/** A process that downloads settled transactions and kills itself with a page just handed to the database. */
import { writeSync } from 'node:fs';
import { open, type Access, type Parts } from './access.ts';

type Order = { folder: string; access: Access; killAfterPages: number };
const { folder, access, killAfterPages } = JSON.parse(process.argv[2] ?? '{}') as Order;
/** Written at once, past every buffer: what was said before the kill was said. */
const say = (line: string) => void writeSync(1, `${line}\n`);

function around({ db, gateway }: Parts): Parts {
  let stored = 0;
  const call: typeof db.call = (name, args) => {
    const answer = db.call(name, args);
    if (name === 'settlement.storePage' && ++stored === killAfterPages) process.kill(process.pid, 'SIGKILL');
    return answer;
  };
  const listSettled: typeof gateway.listSettled = (query, signal) => {
    say(`asked ${query.page}`);
    return gateway.listSettled(query, signal);
  };
  return { db: { ...db, call }, gateway: { ...gateway, listSettled } };
}

const session = await open(folder, access, around);
await session.settlement.downloadSettled({ branchIds: [], anew: false });
