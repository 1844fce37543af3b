/** The rule for a webhook's address (interface §6): a public https address. Pure; the gateway decides, this only says it sooner. */

/** Networks that are not public, as their first octets. */
const CLOSED_IPV4 =
  /^(0|10|127|22[4-9]|2[3-5]\d)\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\.|^192\.(0\.0|168)\.|^198\.1[89]\./;
/** Loopback, unique local, link-local, multicast, and IPv4 written as IPv6. */
const CLOSED_IPV6 = /^(::|f[cd]|fe[89ab]|ff|64:ff9b:|2002:)/;
const LOCAL_NAME = /(^|\.)(localhost|local|internal|lan|home\.arpa)$/;

/** What is wrong with an address; null if a webhook may tell it. A name that resolves to a private address is the gateway's to find. */
export function webhookUrlProblem(
  text: string,
): 'no-address' | 'not-https' | 'with-name' | 'not-public' | null {
  if (!URL.canParse(text)) return 'no-address';
  const { protocol, hostname, username, password } = new URL(text);
  if (protocol !== 'https:') return 'not-https';
  if (username !== '' || password !== '') return 'with-name';
  // The parser has written 0x7f.1, 2130706433 and the like as plain addresses.
  const host = hostname.replace(/\.+$/, '').toLowerCase();
  if (host.startsWith('[')) return CLOSED_IPV6.test(host.slice(1)) ? 'not-public' : null;
  const isIpv4 = /^\d+\.\d+\.\d+\.\d+$/.test(host);
  const isClosed = isIpv4 ? CLOSED_IPV4.test(host) : !host.includes('.') || LOCAL_NAME.test(host);
  return isClosed ? 'not-public' : null;
}
