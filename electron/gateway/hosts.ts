/** Which addresses a gateway may have: https, or http on this computer only. */
import { inputError, type InputError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export function isAllowedHost(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

/** A host as a person types it, to the base URL kept; a bare name gets https. No path, query or credentials. */
export function parseHost(typed: string): Result<string, InputError> {
  const trimmed = typed.trim();
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (/[\s<>"'`\\]/.test(trimmed) || !URL.canParse(withScheme))
    return err(inputError('host-not-a-url', { host: trimmed.slice(0, 100) }));
  const url = new URL(withScheme);
  const bare =
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '' &&
    url.username === '' &&
    url.password === '';
  if (!bare || url.hostname === '') return err(inputError('host-not-a-url', { host: trimmed.slice(0, 100) }));
  return isAllowedHost(url.href)
    ? ok(url.origin)
    : err(inputError('host-not-https', { host: trimmed.slice(0, 100) }));
}
