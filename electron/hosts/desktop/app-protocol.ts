/** `closeout://app/`: the built window's files, and nothing outside their folder. */
import { net, protocol } from 'electron';
import { pathToFileURL } from 'node:url';
import { newNonce, pageWithNonce, policyOf } from '../../transport/page.ts';
import { fileOf } from './contained-path.ts';

/** Before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'closeout', privileges: { standard: true, secure: true } },
  ]);
}

const isFound = ({ status }: Response) => status >= 200 && status < 300;

export function serveApp(rendererDir: string): void {
  protocol.handle('closeout', async (request) => {
    const path = fileOf(rendererDir, request.url);
    if (path === null) return new Response('not found', { status: 404 });
    const file = await net.fetch(pathToFileURL(path).href);
    const headers = new Headers(file.headers);
    headers.set('x-content-type-options', 'nosniff');
    // The page's own calls go over the preload: it has nowhere to connect to.
    const connect = "'none'";
    if (!path.endsWith('.html') || !isFound(file)) {
      headers.set('content-security-policy', policyOf({ connect }));
      return new Response(file.body, { status: file.status, headers });
    }
    const nonce = newNonce();
    headers.set('content-security-policy', policyOf({ connect, nonce }));
    headers.delete('content-length');
    return new Response(pageWithNonce(await file.text(), nonce), { status: file.status, headers });
  });
}
