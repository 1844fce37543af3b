import { expect, it } from 'vitest';
import { webhookUrlProblem } from '#shared/domain/webhook-url.ts';
import { urlProblem } from '#electron/sandbox/webhooks/url-rule.ts';

it.each([
  ['https://shop.example.com/hooks?x=1', null],
  ['https://8.8.8.8/hook', null],
  ['https://[2606:4700::1111]/hook', null],
  ['http://shop.example.com/', 'not-https'],
  ['ftp://shop.example.com/', 'not-https'],
  ['shop.example.com', 'no-address'],
  ['', 'no-address'],
  ['https://mona:pw@shop.example.com/', 'with-name'],
  ['https://localhost/', 'not-public'],
  ['https://till.local/', 'not-public'],
  ['https://shop/', 'not-public'],
  ['https://127.0.0.1/', 'not-public'],
  ['https://0x7f.1/', 'not-public'],
  ['https://2130706433/', 'not-public'],
  ['https://10.1.2.3/', 'not-public'],
  ['https://172.31.0.1/', 'not-public'],
  ['https://172.32.0.1/', null],
  ['https://192.168.1.1/', 'not-public'],
  ['https://169.254.169.254/', 'not-public'],
  ['https://100.64.0.1/', 'not-public'],
  ['https://100.128.0.1/', null],
  ['https://[::1]/', 'not-public'],
  ['https://[::ffff:10.0.0.1]/', 'not-public'],
  ['https://[fe80::1]/', 'not-public'],
  ['https://[fd00::1]/', 'not-public'],
])('%s: %s', (url, problem) => {
  expect(webhookUrlProblem(url)).toBe(problem);
  // The built-in gateway, which knows the rule by itself, takes and refuses the same ones.
  expect(urlProblem(url) === null).toBe(problem === null);
});
