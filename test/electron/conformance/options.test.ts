import { expect, test } from 'vitest';
import { readOptions, UsageError, usage } from '#electron/conformance/options.ts';

const HOSTS = ['--dashboard', 'https://dashboard.example.com', '--checkout', 'https://checkout.example.com'];
const HERE = ['--dashboard', 'http://127.0.0.1:4000', '--checkout', 'http://127.0.0.1:4001'];
const read = (...args: string[]) => readOptions(args, {});
const complaint = (args: string[]): string => {
  try {
    readOptions(args, {});
    return 'none';
  } catch (error) {
    return error instanceof UsageError ? error.message : String(error);
  }
};

test('without --allow-writes nothing is written, in any mode', () => {
  expect(read(...HOSTS)).toMatchObject({ allowWrites: false, mode: 'test', load: false });
  expect(read(...HOSTS, '--mode', 'live')).toMatchObject({ allowWrites: false, mode: 'live' });
});

test('writes in live on a host that is not this computer need a second consent', () => {
  const live = [...HOSTS, '--mode', 'live', '--allow-writes'];
  expect(complaint(live)).toContain('--i-know-this-is-live');
  expect(read(...live, '--i-know-this-is-live')).toMatchObject({ allowWrites: true, mode: 'live' });
});

test('one host that is not this computer is enough to need it', () => {
  const mixed = ['--dashboard', 'http://127.0.0.1:4000', '--checkout', 'https://checkout.example.com'];
  expect(complaint([...mixed, '--mode', 'live', '--allow-writes'])).toContain('--i-know-this-is-live');
});

test('a host that only looks like this computer is none', () => {
  for (const host of ['https://127.0.0.1.example.com', 'https://localhost.example.com']) {
    const args = ['--dashboard', host, '--checkout', host, '--mode', 'live', '--allow-writes'];
    expect(complaint(args)).toContain('--i-know-this-is-live');
  }
});

test('writes elsewhere need the mode to be said: a forgotten one is not test', () => {
  expect(complaint([...HOSTS, '--allow-writes'])).toContain('--mode');
  expect(read(...HOSTS, '--allow-writes', '--mode', 'test')).toMatchObject({ allowWrites: true });
});

test('on this computer live writes need no second consent', () => {
  expect(read(...HERE, '--mode', 'live', '--allow-writes')).toMatchObject({
    allowWrites: true,
    isLoopback: true,
  });
});

test('the load needs writes', () => {
  expect(complaint([...HOSTS, '--load'])).toContain('--allow-writes');
});

test('keys come from the environment, and the command line goes before it', () => {
  const env = {
    CLOSEOUT_SECRET_KEY: 'from-environment',
    CLOSEOUT_PAYMENT_KEY: 'payment',
    CLOSEOUT_API_KEY: '',
  };
  expect(readOptions(HOSTS, env)?.keys).toEqual({
    'secret-key': 'from-environment',
    'payment-key': 'payment',
  });
  expect(readOptions([...HOSTS, '--secret-key', 'typed'], env)?.keys['secret-key']).toBe('typed');
});

test('a stray argument is not repeated, since it may be a key', () => {
  expect(complaint([...HOSTS, 'sk_live_1234'])).not.toContain('sk_live_1234');
  expect(complaint([...HOSTS, '--secert-key', 'sk_live_1234'])).not.toContain('sk_live_1234');
  expect(complaint([...HOSTS, '--secert-key=sk_live_1234'])).not.toContain('sk_live_1234');
});

test('a host is https or this computer, and nothing but a host', () => {
  expect(complaint(['--dashboard', 'http://dashboard.example.com', '--checkout', 'x'])).toContain('https');
  expect(complaint(['--dashboard', 'https://u:p@dashboard.example.com', '--checkout', 'x'])).toContain(
    'host only',
  );
  expect(complaint(['--dashboard', 'https://dashboard.example.com/v2', '--checkout', 'x'])).toContain(
    'host only',
  );
  expect(complaint(['--dashboard', 'dashboard', '--checkout', 'x'])).toContain('not an address');
  expect(complaint([])).toContain('--dashboard is missing');
});

test('a mode is test or live', () => {
  expect(complaint([...HOSTS, '--mode', 'practice'])).toContain('test or live');
});

test('--help shows every option and wants no host', () => {
  expect(read('--help')).toBe(null);
  for (const name of ['--secret-key', 'CLOSEOUT_TRANSFER_KEY', '--listener-url', '--allow-writes', '--flags'])
    expect(usage()).toContain(name);
});
