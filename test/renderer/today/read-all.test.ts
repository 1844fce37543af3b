/** "Read all" where no terminal is known: it asks the gateway for its list once more, and keeps what that says. */
import { answerNext, waiting } from '../calls.ts';
import { expect, test } from 'vitest';

const { useToday } = await import('#renderer/features/today/store.ts');

type Today = NonNullable<ReturnType<typeof useToday.getState>['today']>;
const withTerminals = (terminalCount: number) =>
  useToday.setState({ today: { terminalCount } as Today, error: null, list: null });
test('without a terminal it asks for the list, and keeps that the gateway has none', async () => {
  withTerminals(0);
  const asked = useToday.getState().readAll();
  await answerNext('terminals.refreshList', { ok: true, value: { found: 0, hasList: false } });
  await asked;
  expect(waiting).toEqual([]);
  expect(useToday.getState()).toMatchObject({ busy: false, error: null, list: { hasList: false } });
});

test('a list that was refused is told as an error', async () => {
  withTerminals(0);
  const asked = useToday.getState().readAll();
  await answerNext('terminals.refreshList', {
    ok: false,
    error: { kind: 'gateway', code: 'permission-missing', params: {} },
  });
  await asked;
  expect(useToday.getState()).toMatchObject({ busy: false, error: { code: 'permission-missing' } });
});

test('with terminals it reads them, and asks for no list', async () => {
  withTerminals(2);
  const asked = useToday.getState().readAll();
  await answerNext('terminals.readAll', { ok: true, value: { total: 2 } });
  await asked;
  expect(waiting).toEqual([]);
});
