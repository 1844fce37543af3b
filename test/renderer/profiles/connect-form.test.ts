/** The form to connect: what the organisation sets comes late, and takes nothing away that a person has typed. */
import { beforeEach, expect, test } from 'vitest';
import type { Wire } from '#renderer/api/transport.ts';
import { answerNext } from '../calls.ts';
import { useConnect } from '#renderer/features/profiles/store.ts';

const form = () => useConnect.getState().form;
const policy = (settings: { key: string; value: string }[]): Wire => ({
  ok: true,
  value: { source: null, settings },
});

beforeEach(() => useConnect.getState().reset());

test('what is typed before the answer stays, beside what is set', async () => {
  const started = useConnect.getState().start();
  useConnect.getState().set({ name: 'Nile Market', secretKey: 'typed' });
  await answerNext('policy.get', policy([{ key: 'merchantId', value: 'MID-1' }]));
  await started;
  expect(form()).toMatchObject({ name: 'Nile Market', secretKey: 'typed', merchantId: 'MID-1' });
});

test('what the organisation sets stands in the form, whatever was typed there', async () => {
  const started = useConnect.getState().start();
  useConnect.getState().set({ merchantId: 'MID-2', dashboardUrl: 'https://typed.example' });
  await answerNext(
    'policy.get',
    policy([
      { key: 'merchantId', value: 'MID-1' },
      { key: 'environment', value: 'live' },
    ]),
  );
  await started;
  expect(form()).toMatchObject({
    merchantId: 'MID-1',
    environment: 'live',
    dashboardUrl: 'https://typed.example',
  });
});
