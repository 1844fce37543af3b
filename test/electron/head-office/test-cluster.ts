/** One PostgreSQL for all tests of a file or of a group. */
import { afterAll, beforeAll } from 'vitest';
import { openCluster, type Cluster } from './cluster.ts';

const START_MS = 60_000;

export function withCluster(): () => Cluster {
  let cluster: Cluster | null = null;
  beforeAll(async () => {
    cluster = await openCluster();
  }, START_MS);
  afterAll(() => cluster?.stop());
  return () => {
    if (!cluster) throw new Error('PostgreSQL was not started');
    return cluster;
  };
}
