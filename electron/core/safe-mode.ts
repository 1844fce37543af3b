/** Safe mode: what can be read again is set aside, and nothing leaves this computer until somebody says so. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { moveAside } from '../database/quarantine.ts';
import { setReach } from '../gateway/connection.ts';

export type SafeMode = {
  isOn(): boolean;
  /** Somebody has said that the gateway may be reached. */
  connect(): void;
};

const CAN_BE_READ_AGAIN = ['cache.sqlite', 'reconciliation.sqlite'];

function setAside(dataDir: string): void {
  const profiles = join(dataDir, 'profiles');
  for (const id of existsSync(profiles) ? readdirSync(profiles) : [])
    for (const name of CAN_BE_READ_AGAIN)
      if (existsSync(join(profiles, id, name))) moveAside(join(profiles, id), name);
}

/** Before any profile opens. */
export function enterSafeMode(dataDir: string, wanted: boolean): SafeMode {
  let offline = wanted;
  if (wanted) setAside(dataDir);
  setReach(!wanted);
  return {
    isOn: () => offline,
    connect(): void {
      offline = false;
      setReach(true);
    },
  };
}
