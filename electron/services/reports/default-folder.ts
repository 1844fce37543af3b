/** The folder of files until somebody chooses another: Closeout's own, in the person's documents or else in their home. */
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Linux names that folder in the person's language. */
function xdgDocuments(home: string, config: string): string | null {
  try {
    const text = readFileSync(join(config, 'user-dirs.dirs'), 'utf8');
    const path = /^XDG_DOCUMENTS_DIR="(.*)"$/m.exec(text)?.[1]?.replace(/^\$HOME/, home) ?? '';
    return isAbsolute(path) ? path : null;
  } catch {
    // Without that file the English name is the custom.
    return null;
  }
}

export function defaultExportFolder(home = homedir(), env = process.env): string {
  const documents = xdgDocuments(home, env['XDG_CONFIG_HOME'] ?? join(home, '.config'));
  const parent = [documents, join(home, 'Documents')].find((path) => path !== null && existsSync(path));
  return join(parent ?? home, 'Closeout');
}
