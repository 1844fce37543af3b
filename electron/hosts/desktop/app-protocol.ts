/** `closeout://app/`: the built window's files, and nothing outside their folder. */
import { net, protocol } from 'electron';
import { pathToFileURL } from 'node:url';
import { fileOf } from './contained-path.ts';

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'closeout', privileges: { standard: true, secure: true } },
  ]);
}

export function serveApp(rendererDir: string): void {
  protocol.handle('closeout', async (request) => {
    const path = fileOf(rendererDir, request.url);
    if (path === null) return new Response('not found', { status: 404 });
    const file = await net.fetch(pathToFileURL(path).href);
    const headers = new Headers(file.headers);
    headers.set('content-security-policy', CSP);
    headers.set('x-content-type-options', 'nosniff');
    return new Response(file.body, { status: file.status, headers });
  });
}
