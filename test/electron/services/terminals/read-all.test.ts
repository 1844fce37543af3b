import { expect, it, vi } from 'vitest';
import { createReadAll } from '#electron/services/terminals/read-all.ts';
import { ok } from '#shared/errors/result.ts';

it('a terminal that cannot be stored is one that failed: the others are read, and the run ends', async () => {
  const emit = vi.fn();
  const read: string[] = [];
  const failures: string[] = [];
  const readAll = createReadAll(emit, async (terminalId) => {
    if (terminalId === 'T2') throw new Error('disk full');
    read.push(terminalId);
    return ok(null);
  });
  const ids = ['T1', 'T2', 'T3', 'T4', 'T5', 'T6'];
  readAll.start(ids, (error) => failures.push(String(error)));
  await vi.waitFor(() =>
    expect(emit).toHaveBeenLastCalledWith('terminals.readProgress', {
      done: 6,
      failed: 1,
      total: 6,
      finished: true,
      cancelled: false,
    }),
  );
  expect(read.sort()).toEqual(['T1', 'T3', 'T4', 'T5', 'T6']);
  expect(failures).toEqual(['Error: disk full']);
});
