import { answerNext } from '../calls.ts';
import { notificationsStore } from '@mantine/notifications';
import { expect, it } from 'vitest';
import { useTerminals } from '#renderer/features/terminals/store.ts';
import { orTell } from '#renderer/components/tell-error.tsx';
import { inputError } from '#shared/errors/app-error.ts';
import { err, ok } from '#shared/errors/result.ts';

const told = () => {
  const { notifications, queue } = notificationsStore.getState();
  return [...notifications, ...queue].map(({ id }) => id);
};

it('a refused removal of a terminal is told in the corner of the window', async () => {
  const refused = err(inputError('terminal-has-rows', { terminalId: '1', count: 2 }));
  expect(await orTell(Promise.resolve(refused))).toBeNull();
  expect(told()).toEqual(['error-input-terminal-has-rows']);
});

it('an answer that is no error is passed on and nothing is told', async () => {
  const before = told();
  expect(await orTell(Promise.resolve(ok('done')))).toBe('done');
  expect(told()).toEqual(before);
});

it('a list of terminals that could not be asked for is told, and no error stays silent', async () => {
  const asked = useTerminals.getState().refreshList();
  await answerNext('terminals.refreshList', {
    ok: false,
    error: { kind: 'gateway', code: 'not-a-gateway', params: {} },
  });
  await asked;
  expect(told()).toContain('error-gateway-not-a-gateway');
});
