/**
 * How the one-time token gets from the host to the window: a page in a folder that only its owner can read, which sends it.
 * Every user of the computer can read the arguments of a process; an argument names this file only.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ENTRY_PATH } from '#shared/contract/http.ts';

type EntryFile = { readonly url: string; remove(): void };

export function writeEntryFile(folder: string, origin: string, token: string): EntryFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const path = join(folder, `open-${randomBytes(8).toString('hex')}.html`);
  // Neither value needs escaping: an address of ours, and base64url.
  const html = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Closeout</title>
<form method="post" action="${origin}${ENTRY_PATH}"><input type="hidden" name="token" value="${token}"></form>
<script>document.forms[0].submit()</script>
`;
  // 'wx': a file or a link that somebody else put there is not written through.
  writeFileSync(path, html, { mode: 0o600, flag: 'wx' });
  return { url: pathToFileURL(path).href, remove: () => rmSync(path, { force: true }) };
}
