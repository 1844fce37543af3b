import { describe, expect, it } from 'vitest';
import { errorOfStatus } from '#electron/gateway/errors.ts';

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
