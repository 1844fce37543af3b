/** PCs on one record, which is emptied after each test: for tests of what they tell each other. */
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Connection } from '#electron/head-office/connection.ts';
import { failureOf } from '#electron/head-office/failure.ts';
import { activityOf } from '#electron/head-office/published.ts';
import { openCluster, type Cluster } from './cluster.ts';
import { newest, openPc, type OfficePc } from './office-pc.ts';
import { enrolled, openRecord, place } from './record.ts';

/** `owner` is there once the tests run. */
export function inOneRecord() {
  let cluster: Cluster;
  let owner: Connection;
  const open: OfficePc[] = [];
  beforeAll(async () => {
    cluster = await openCluster();
    owner = await openRecord(cluster, 'chain');
  }, 60_000);
  afterEach(async () => {
    for (const pc of open.splice(0)) pc.close();
    // Each test has a record of its own PCs; the others' would only be read along.
    await owner.rows('SET session_replication_role = replica');
    await owner.rows('TRUNCATE head_office.entry, head_office.pc CASCADE');
    await owner.rows('SET session_replication_role = DEFAULT');
  });
  afterAll(async () => {
    await owner?.close();
    await cluster?.stop();
  });

  const enrol = (...of: Parameters<typeof place>) => enrolled(cluster, owner, 'chain', place(...of));
  function opened(of: Awaited<ReturnType<typeof enrol>>, from?: OfficePc): OfficePc {
    const pc = openPc(of, from);
    open.push(pc);
    return pc;
  }
  const shopAndOffice = async () => {
    const of = await enrol('Maadi');
    return { of, shop: opened(of), office: opened(await enrol('')) };
  };
  const asOwner = async (sql: string) => {
    await owner.rows('SET session_replication_role = replica');
    await owner.rows(sql);
    await owner.rows('SET session_replication_role = DEFAULT');
  };
  const refusalOf = (pc: OfficePc) =>
    pc.round().then(
      () => 'done',
      (error: unknown) => failureOf(error),
    );
  const brokenOf = (pc: OfficePc, id: string) =>
    pc
      .store()
      .pcs()
      .find((one) => one.id === id)?.broken;
  const newestOf = async (pc: OfficePc) => {
    const rows = await pc.store().newest(newest);
    return rows.map(({ pcName, entry }) => [pcName, activityOf(entry)?.target]);
  };
  return { owner: () => owner, enrol, opened, shopAndOffice, asOwner, refusalOf, brokenOf, newestOf };
}
