import { expect, test } from 'vitest';
import { urlProblem } from '#electron/sandbox/webhooks/url-rule.ts';

const GOOD = [
  'https://hooks.shop.example/closeout',
  'https://hooks.shop.example',
  'https://HOOKS.shop.example:8443/a/b?c=d#e',
  'https://93.184.216.34/closeout',
  'https://[2606:2800:220:1:248:1893:25c8:1946]/closeout',
  'https://متجر.مصر/إشعار',
  'https://11.0.0.1/',
  'https://172.15.255.255/',
  'https://172.32.0.1/',
  'https://192.167.1.1/',
  'https://169.253.1.1/',
  'https://localhost.shop.example/',
  'https://my-local.example/',
];

const NOT_HTTPS = [
  'http://hooks.shop.example/',
  'ftp://hooks.shop.example/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/plain,hello',
  'ws://hooks.shop.example/',
  'HTTP://hooks.shop.example/',
];
const NO_URL = [
  '',
  ' ',
  'hooks.shop.example',
  '//hooks.shop.example/',
  '/closeout',
  'https://',
  'https://[::1',
  'https://a b/',
];
const WITH_USER = ['https://user@hooks.shop.example/', 'https://user:word@hooks.shop.example/'];
const LOCAL = [
  'https://localhost/',
  'https://LOCALHOST/',
  'https://localhost./',
  'https://localhost../',
  'https://localhost:8443/',
  'https://shop.localhost/',
  'https://printer.local/',
  'https://printer.local./',
  'https://metadata.google.internal/',
  'https://intranet/',
];
const PRIVATE = [
  'https://127.0.0.1/',
  'https://127.0.0.1./',
  'https://127.1/',
  'https://127.255.255.254/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://①②⑦.⓪.⓪.①/',
  'https://0.0.0.0/',
  'https://0/',
  'https://10.0.0.1/',
  'https://10.255.255.255/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.0.1/',
  'https://192.168.255.255:8443/x',
  'https://169.254.169.254/latest/meta-data',
  'https://169.254.0.1/',
  'https://[::1]/',
  'https://[::]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[fe80::1]/',
  'https://[febf::1]/',
  'https://[fc00::1]/',
  'https://[fd12:3456:789a::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:c0a8:1]/',
  'https://[::ffff:169.254.169.254]/',
  'https://[::ffff:172.16.0.1]/',
];

test('a public https URL is taken', () => {
  expect(GOOD.map((url) => [url, urlProblem(url)])).toEqual(GOOD.map((url) => [url, null]));
});

test('another scheme than https is rejected', () => {
  expect(NOT_HTTPS.map((url) => [url, urlProblem(url)])).toEqual(
    NOT_HTTPS.map((url) => [url, 'must be an https URL']),
  );
});

test('what is no URL is rejected', () => {
  expect(NO_URL.map((url) => [url, urlProblem(url)])).toEqual(NO_URL.map((url) => [url, 'is not a URL']));
});

test('a URL with a user name or password is rejected', () => {
  for (const url of WITH_USER)
    expect([url, urlProblem(url)]).toEqual([url, 'must not contain a user name or a password']);
});

test('localhost and names for local use are rejected, however they are written', () => {
  expect(LOCAL.map((url) => [url, urlProblem(url)])).toEqual(
    LOCAL.map((url) => [url, 'must be a public address']),
  );
});

test('loopback, link-local and private addresses are rejected, however they are written', () => {
  expect(PRIVATE.map((url) => [url, urlProblem(url)])).toEqual(
    PRIVATE.map((url) => [url, 'must be a public address']),
  );
});

test('58 bad URLs and 13 good ones are tried', () => {
  const bad = [NOT_HTTPS, NO_URL, WITH_USER, LOCAL, PRIVATE].flat();
  expect([new Set(bad).size, new Set(GOOD).size]).toEqual([58, 13]);
});
