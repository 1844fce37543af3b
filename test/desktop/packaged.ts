/**
 * A stand-in that says it is packaged, as a test describes it: its version, and a folder in place of `/etc/closeout`, where only an
 * administrator could write. A packaged app takes no policy from the command line.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

export type Packaged = {
  readonly version: string;
  /** What an installer puts beside the program. */
  readonly resources: string;
  /** Read instead of `/etc/closeout`. */
  readonly system: string;
};
const VARIABLE = 'STAND_IN_PACKAGED';
export const packagedEnv = (packaged: Packaged) => ({ [VARIABLE]: JSON.stringify(packaged) });
const given = process.env[VARIABLE];
export const packaged: Packaged | null = given === undefined ? null : (JSON.parse(given) as Packaged);

const SYSTEM = '/etc/closeout';
/** Every function of `node:fs` that the policy is read with. */
const READERS = [
  'existsSync',
  'lstatSync',
  'readdirSync',
  'readFileSync',
  'realpathSync',
  'statSync',
] as const;

type Reader = (path: unknown, ...rest: unknown[]) => unknown;
function readSystemFolderFrom(folder: string): void {
  for (const name of READERS) {
    const real = fs[name] as Reader;
    const moved: Reader = (path, ...rest) =>
      real(
        typeof path === 'string' && path.startsWith(SYSTEM) ? folder + path.slice(SYSTEM.length) : path,
        ...rest,
      );
    Object.assign(fs, { [name]: Object.assign(moved, real) });
  }
  syncBuiltinESMExports();
}
if (packaged) {
  Object.assign(process, { resourcesPath: packaged.resources });
  readSystemFolderFrom(packaged.system);
}
