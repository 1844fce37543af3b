/** The address of a page that a gateway names, for the browser to open. */

const LOOPBACK = ['127.0.0.1', 'localhost'];
/** More than an address to pay at needs, and too little to carry off what a page has read. */
const MOST_CHARACTERS = 2_048;

/**
 * Null if the browser must not get it: it must be an https page, or one of the gateway on this computer. A name before an @ makes
 * another host look like the right one. The parser writes it anew: nothing is left in it that the system could read in another way.
 */
export function pageAddress(address: string): URL | null {
  if (address.length > MOST_CHARACTERS || !URL.canParse(address)) return null;
  const url = new URL(address);
  const isPage = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.includes(url.hostname));
  return isPage && url.username === '' && url.password === '' ? url : null;
}
