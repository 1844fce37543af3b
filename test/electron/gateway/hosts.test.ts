import { expect, it } from 'vitest';
import { isAllowedHost, parseHost } from '#electron/gateway/hosts.ts';

it.each([
  ['gateway.example', 'https://gateway.example'],
  ['  https://gateway.example:8443/ ', 'https://gateway.example:8443'],
  ['http://127.0.0.1:4100', 'http://127.0.0.1:4100'],
  ['http://localhost:4100', 'http://localhost:4100'],
  ['http://[::1]:4100', 'http://[::1]:4100'],
])('%s is %s', (typed, host) => expect(parseHost(typed)).toEqual({ ok: true, value: host }));

it.each([
  'http://gateway.example',
  'http://127.0.0.1.evil.example',
  'http://localhost.evil.example',
  'http://10.0.0.1',
  'ftp://gateway.example',
  'file:///etc/passwd',
  'javascript://x',
])('%s is refused: not https', (typed) => expect(parseHost(typed).ok).toBe(false));

it.each([
  '',
  'two words',
  'https://gateway.example/path',
  'https://gateway.example?x=1',
  'https://user:word@gateway.example',
  'https://<script>',
  'https://a"b',
  'https://',
])('%j is no host', (typed) => expect(parseHost(typed)).toMatchObject({ ok: false }));

it('an address that is no URL is not allowed', () => expect(isAllowedHost('not a url')).toBe(false));
