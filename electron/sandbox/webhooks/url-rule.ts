/** The webhook URL rule (§6): a public https URL; localhost, loopback, link-local and private addresses are rejected. */
import { BlockList, isIP } from 'node:net';

const closed = new BlockList();
const IPV4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
];
const IPV6: readonly [string, number][] = [
  ['::', 127], // unspecified and loopback
  ['64:ff9b::', 96], // IPv4 behind NAT64
  ['2002::', 16], // IPv4 in 6to4
  ['fc00::', 7], // unique local
  ['fe80::', 10], // link-local
  ['ff00::', 8], // multicast
];
// IPv4 addresses mapped into IPv6 (::ffff:10.0.0.1) are checked against the IPv4 ranges.
for (const [net, bits] of IPV4) closed.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of IPV6) closed.addSubnet(net, bits, 'ipv6');

const LOCAL_NAME = /(^|\.)(localhost|local|internal|lan|home\.arpa)$/;

/** What is wrong with the URL, or null for a public https URL. */
export function urlProblem(text: string): string | null {
  if (!URL.canParse(text)) return 'is not a URL';
  const { protocol, hostname, username, password } = new URL(text);
  if (protocol !== 'https:') return 'must be an https URL';
  if (username !== '' || password !== '') return 'must not contain a user name or a password';
  // The URL parser has written 0x7f.1, 2130706433 and the like as plain addresses.
  const host = hostname.replace(/^\[|\]$|\.+$/g, '').toLowerCase();
  const version = isIP(host);
  if (version !== 0)
    return closed.check(host, version === 4 ? 'ipv4' : 'ipv6') ? 'must be a public address' : null;
  return !host.includes('.') || LOCAL_NAME.test(host) ? 'must be a public address' : null;
}
