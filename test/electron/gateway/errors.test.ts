import { describe, expect, it } from 'vitest';
import { asUnpublished, errorOfStatus, isFailureBody } from '#electron/gateway/errors.ts';

const say = (en: string, more: Record<string, unknown> = {}) =>
  JSON.stringify({ status: 'FAILURE', messages: { en, ar: 'رسالة' }, ...more });
const of = (status: number, body: string, onTerminal = false, headers: Headers | null = null) =>
  errorOfStatus(status, body, headers, onTerminal);

describe('401', () => {
  it('on a terminal means that it belongs to another merchant', () => {
    expect(of(401, say('This terminal belongs to another merchant.'), true).code).toBe('foreign-terminal');
    expect(of(401, '', true).code).toBe('foreign-terminal');
  });
  it('on a terminal means the key where the body speaks of the key', () => {
    expect(of(401, say('The secret key is not valid.'), true).code).toBe('key-refused');
  });
  it('elsewhere means the key', () => expect(of(401, say('Unauthorized')).code).toBe('key-refused'));
});

describe('403', () => {
  it('names the allow-list wherever in the body it stands', () => {
    const far = `<html>${' '.repeat(50_000)}<p>Unauthorized IP address</p></html>`;
    expect(of(403, far).code).toBe('address-not-allowed');
  });
  it('names the missing permission', () => {
    const permission = 'instant_settlements.all.view_instant_settlement';
    expect(of(403, say(`Missing ${permission}.`))).toMatchObject({
      code: 'permission-missing',
      params: { permission },
    });
  });
  it('of a feature flag is a feature that is off', () => {
    expect(of(403, say('instant_settlement_request is not enabled')).code).toBe('feature-off');
  });
  it('of a feature flag names it, also where the account is spoken of', () => {
    const said = 'The feature instant_settlement_request is not enabled for this account.';
    expect(of(403, say(said))).toMatchObject({
      code: 'feature-off',
      params: { feature: 'instant_settlement_request' },
    });
  });
  it.each(['webhook.resend_webhook', 'transactions.view_transaction', 'api_keys.create_api_key'])(
    'names %s',
    (permission) =>
      expect(of(403, say(`The permission ${permission} is missing.`))).toMatchObject({
        code: 'permission-missing',
        params: { permission },
      }),
  );
  it('with nothing to go by is a missing permission without a name', () => {
    expect(of(403, say('Forbidden'))).toMatchObject({ code: 'permission-missing', params: {} });
  });
  it('with megabytes of dots and letters is answered all the same', () => {
    expect(of(403, 'a.'.repeat(1_000_000)).code).toBe('permission-missing');
  });
});

it.each([
  ['limit', { limit: 5000, requested: 7500.5, remaining: '120.00' }],
  ['limit', { data: { limit: 5000, requested: 7500.5, remaining: '120.00' } }],
])('422 over a %s gives the amounts as they were written', (code, more) => {
  expect(of(422, say('Over the limit', more))).toMatchObject({
    code,
    params: { limit: '5000', requested: '7500.5', remaining: '120.00' },
  });
});

it.each([
  [422, 'refused'],
  [400, 'refused'],
  [405, 'refused'],
  [404, 'not-found'],
  [409, 'conflict'],
  [429, 'limit'],
  [500, 'server'],
  [503, 'server'],
  [301, 'redirected'],
])('%i is "%s", with both messages', (status, code) => {
  expect(of(status, say('No.'))).toMatchObject({
    code,
    httpStatus: status,
    messages: { en: 'No.', ar: 'رسالة' },
  });
});

it('429 with a waiting time is "too soon"', () => {
  const headers = new Headers({ 'retry-after': '30' });
  expect(of(429, say('Wait'), false, headers)).toMatchObject({ code: 'too-soon', params: { seconds: 30 } });
});

it.each([
  ['Currency conversion feature is not enabled.', 'currency_conversion'],
  ['The currency conversion feature is not enabled.', 'currency_conversion'],
])('400 "%s" is a feature that is off', (words, feature) =>
  expect(of(400, say(words))).toMatchObject({ code: 'feature-off', params: { feature }, httpStatus: 400 }),
);

it('a page that is not published is the 404 of a gateway, and of nothing else', () => {
  expect(asUnpublished(of(404, say('Not found')))).toMatchObject({
    code: 'unpublished',
    httpStatus: 404,
    messages: { en: 'Not found' },
  });
  expect(asUnpublished(of(404, '<html></html>')).code).toBe('not-a-gateway');
  expect(asUnpublished(of(500, '{}')).code).toBe('server');
});

it('in a record FAILED is its own state, and FAILURE a refusal all the same', () => {
  expect(isFailureBody({ status: 'FAILED' })).toBe(true);
  expect(isFailureBody({ status: 'FAILED' }, true)).toBe(false);
  expect(isFailureBody({ status: 'FAILURE' }, true)).toBe(true);
});
