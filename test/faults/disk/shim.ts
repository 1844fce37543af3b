/** The library between a process and its disk, compiled for this computer; null where that is not possible. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type DiskShim = {
  /** What the process is started with. `log`: where its writes are noted; `fails`: the control file. */
  env(options: { folder: string; log?: string; fails?: string }): Record<string, string>;
};

let made: { library: string } | null = null;

function compile(): string | null {
  if (process.platform !== 'linux') return null;
  const library = join(mkdtempSync(join(tmpdir(), 'closeout-shim-')), 'shim.so');
  const source = join(import.meta.dirname, 'shim.c');
  const { status } = spawnSync('cc', ['-O1', '-shared', '-fPIC', '-o', library, source, '-ldl', '-lpthread']);
  return status === 0 ? library : null;
}

export function diskShim(): DiskShim | null {
  const library = made?.library ?? compile();
  if (library === null) return null;
  made = { library };
  return {
    env: ({ folder, log, fails }) => ({
      LD_PRELOAD: library,
      CLOSEOUT_DISK_FOLDER: folder,
      ...(log !== undefined && { CLOSEOUT_DISK_LOG: log }),
      ...(fails !== undefined && { CLOSEOUT_DISK_FAILS: fails }),
    }),
  };
}
