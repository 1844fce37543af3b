import { expect, it } from 'vitest';
import { fileOf } from '#electron/hosts/desktop/contained-path.ts';

it('an address of the window names a file inside its folder', () => {
  expect(fileOf('/app/out', 'closeout://app/')).toBe('/app/out/index.html');
  expect(fileOf('/app/out', 'closeout://app/assets/a.js')).toBe('/app/out/assets/a.js');
});

it.each([
  'closeout://app/..%2f..%2fetc%2fpasswd',
  'closeout://app/%2e%2e/%2e%2e/etc/passwd%00',
  'closeout://app/..%5c..%5csecret',
  'closeout://other/index.html',
  'https://app/index.html',
  'file:///etc/passwd',
  'closeout://app/%',
  'not an address',
])('%s leads nowhere', (address) => {
  const file = fileOf('/app/out', address);
  expect(file === null || file.startsWith('/app/out/')).toBe(true);
});
