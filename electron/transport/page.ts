/** The window's page and what its browser may run, load and style, the same on both hosts. */
import { randomBytes } from 'node:crypto';

export const newNonce = (): string => randomBytes(16).toString('base64url');

/**
 * The policy of one answer. A style element counts with this answer's nonce only: the component library and the grid, which make
 * some, are given it. `connect` is where the page may send calls: nowhere on the desktop.
 */
export const policyOf = ({ connect, nonce = null }: { connect: string; nonce?: string | null }): string => {
  const ours = nonce === null ? "'self'" : `'self' 'nonce-${nonce}'`;
  return `default-src 'none'; script-src ${ours}; style-src ${ours}; img-src 'self' data:; font-src 'self' data:; connect-src ${connect}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;
};

/** The page reads the nonce from this element; its attribute is not shown to style sheets. A script may run before all others. */
export function pageWithNonce(indexHtml: string, nonce: string, script = ''): string {
  const first = script === '' ? '' : `<script nonce="${nonce}">${script}</script>`;
  return indexHtml.replace('<head>', () => `<head><meta property="csp-nonce" nonce="${nonce}" />${first}`);
}
