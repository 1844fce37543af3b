/** A folder that looks like Electron's to whoever packs: the binary holds nothing but the wire that fuses are blown in. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** From the documents of @electron/fuses: after it come the version, the length and one byte a fuse. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const FUSES = 9;

export function makeStandInElectron(folder: string, version: string): string {
  const wire = Buffer.concat([
    Buffer.from(SENTINEL),
    Buffer.from([1, FUSES]),
    Buffer.from('0'.repeat(FUSES)),
  ]);
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'));
  writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.alloc(64), wire, Buffer.alloc(64)]), {
    mode: 0o755,
  });
  writeFileSync(join(folder, 'version'), version);
  for (const name of ['LICENSE', 'LICENSES.chromium.html']) writeFileSync(join(folder, name), 'stand-in');
  for (const name of ['en-US', 'ar', 'fr', 'de'])
    writeFileSync(join(folder, 'locales', `${name}.pak`), 'stand-in');
  return folder;
}
