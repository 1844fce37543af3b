/** Which file an address of the window means. Pure. */
import { join, normalize, sep } from 'node:path';

/** The file inside `folder`, or null when the address is not ours or leads outside. */
export function fileOf(folder: string, address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== 'closeout:' || url.host !== 'app') return null;
  let path: string;
  try {
    path = decodeURIComponent(url.pathname);
  } catch {
    // An address that cannot be decoded names no file of ours.
    return null;
  }
  if (path.includes('\0') || path.includes('\\')) return null;
  const file = normalize(join(folder, path === '/' ? 'index.html' : path));
  return file.startsWith(normalize(folder) + sep) ? file : null;
}
