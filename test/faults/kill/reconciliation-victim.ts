/** Reconciles a profile, and is killed at the phase it was told. */
import { openResults } from '#electron/database/open-results.ts';
import { runReconciliation } from '#electron/database/repositories/reconciliation/run/run.ts';

const { folder, at, after } = JSON.parse(process.argv[2] ?? '{}') as {
  folder: string;
  at: string;
  after: number;
};
openResults(folder).close();
let phase = '';
let steps = 0;
runReconciliation({
  folder,
  startedAtMs: Date.UTC(2027, 0, 4),
  nowMs: () => Date.UTC(2027, 0, 4),
  watch: {
    begin: (next) => void (phase = next),
    did: () => {
      if (phase !== at) return;
      steps += 1;
      if (steps > after) process.kill(process.pid, 'SIGKILL');
    },
  },
});
