import { expect, it, vi } from 'vitest';

/** The browser window's side of the link: what it asks, and the stream that can break. */
const asked: string[] = [];
let stream = new TransformStream<Uint8Array, Uint8Array>();
const signedIn = {
  kind: 'signed-in',
  me: { personId: 'p', name: 'Mona', role: 'administrator' },
  rights: ['see'],
  locksInMs: null,
  told: null,
  people: [],
  rules: {
    lockAfterMinutes: 5,
    limits: { reversal: [], instantSettlement: [], orderMovement: [], payout: [], writeOff: [] },
  },
  bar: { pins: [], folded: [] },
  sessionOnly: false,
  error: null,
};
const status = {
  version: '1.0.0',
  host: 'browser',
  dataFolder: '/data',
  keychain: 'available',
  activeProfileId: 'm-1',
  connection: { state: 'online', lastError: null },
  problems: [],
  openOperations: 0,
  unknownOperations: 0,
  absent: [],
  pressing: [],
  safeMode: false,
  setByOrganisation: [],
};
Object.assign(globalThis, {
  window: { location: { hash: '' }, addEventListener: () => undefined },
  sessionStorage: { getItem: () => 'key' },
  localStorage: { getItem: () => null, setItem: () => undefined },
  fetch: (url: string) => {
    if (url === '/events') return Promise.resolve(new Response(stream.readable));
    const channel = url.replace('/api/', '');
    asked.push(channel);
    const value = { 'people.state': signedIn, 'app.status': status }[channel] ?? null;
    return Promise.resolve(Response.json({ ok: true, value }));
  },
});
const { startApp, useApp } = await import('#renderer/app-store.ts');
await import('#renderer/features/operations/store.ts');
await import('#renderer/features/terminals/store.ts');
await import('#renderer/features/approvals/store.ts');
await import('#renderer/features/instant-settlement/store.ts');

it('after the link was down, what is on screen is read again once it is back, and not before', async () => {
  await startApp();
  asked.length = 0;
  const broken = stream;
  stream = new TransformStream();
  vi.useFakeTimers();
  await broken.writable.abort(new Error('the link is down'));
  await vi.waitFor(() => expect(useApp.getState().coreLost).toBe(true));
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  await expect.poll(() => asked).toContain('approvals.list');
  await expect
    .poll(() => asked)
    .toEqual(
      expect.arrayContaining([
        'app.status',
        'operations.page',
        'instantSettlement.requests',
        'terminals.list',
      ]),
    );
  expect(useApp.getState().coreLost).toBe(false);
});
