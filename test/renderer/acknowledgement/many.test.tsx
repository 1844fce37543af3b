import { beforeEach, describe, expect, it } from 'vitest';
import type { ReactNode } from 'react';
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import type { Wire } from '#renderer/api/transport.ts';
import type { AckPreparation, Operation } from '#shared/contract/operations.ts';
import type { Terminal } from '#shared/contract/terminals.ts';
import { operationStates, type OperationState } from '#shared/domain/operation.ts';
import { useTexts } from '../reports/texts.ts';

let answer: (channel: string, input: Record<string, string>) => Promise<Wire>;
const asked: string[] = [];
Object.assign(globalThis, {
  location: { hash: '#/terminals' },
  window: {
    closeout: {
      invoke: (channel: string, input: Record<string, string>) => {
        asked.push(`${channel} ${input['terminalId'] ?? input['preparationId'] ?? ''}`);
        return answer(channel, input);
      },
      subscribe: () => () => undefined,
    },
  },
});
const { useMany } = await import('#renderer/features/acknowledgement/many-store.ts');
const { StepText } = await import('#renderer/features/acknowledgement/acknowledge-many-dialog.tsx');
const { MovementEnding } = await import('#renderer/components/movement-ending.tsx');

const operationOf = (state: OperationState): Operation => ({
  opId: 'op-1',
  kind: 'acknowledgement',
  state,
  environment: 'practice',
  terminalId: 'T-1',
  orderId: null,
  refNumber: null,
  totals: [],
  unread: 0,
  actor: 'Mona',
  reason: null,
  note: null,
  createdAtMs: 0,
  updatedAtMs: 0,
  attemptNo: 1,
  nextCheckAtMs: null,
  checksCount: 0,
  messages: null,
  error: null,
  requestId: null,
});

const shown = (node: ReactNode) =>
  renderToStaticMarkup(
    <MantineProvider>
      <Router ssrPath="/">{node}</Router>
    </MantineProvider>,
  ).replace(/<style[\s\S]*?<\/style>/g, '');

const DONE = ['SUCCEEDED', 'SUCCEEDED_BY_READ', 'RESOLVED_DONE'];
const wordsOf = (state: OperationState) => {
  if (DONE.includes(state)) return '3 transactions acknowledged';
  if (state === 'REFUSED') return 'Refused by the gateway';
  if (state === 'EXPIRED') return 'Never sent';
  if (state === 'RESOLVED_NOT_DONE') return 'Resolved: it did not happen';
  return state === 'NOT_SENT' ? 'Not sent' : 'Result not known';
};
const toneOf = (state: OperationState) => {
  if (DONE.includes(state)) return 'good';
  if (state === 'EXPIRED' || state === 'RESOLVED_NOT_DONE') return 'neutral';
  return state === 'REFUSED' || state === 'NOT_SENT' ? 'bad' : 'unknown';
};

beforeEach(() => useTexts('en'));

describe.each(operationStates)('an acknowledgement that is %s', (state) => {
  it('is told in its row as what is known of it, and no more', () => {
    const row = shown(<StepText over step={{ kind: 'ended', operation: operationOf(state), count: 3 }} />);
    expect(row).toContain(wordsOf(state));
    expect(row).toContain(`data-tone="${toneOf(state)}"`);
  });

  it('is told the same by the ending of a dialog', () => {
    const ending = shown(
      <MovementEnding operation={operationOf(state)} done="3 transactions acknowledged" />,
    );
    expect(ending).toContain(wordsOf(state));
    expect(ending.includes('Refused by the gateway')).toBe(state === 'REFUSED');
  });
});

it('a row whose answer was lost is not known, in both languages', async () => {
  const error = { kind: 'internal', code: 'answer-lost', params: { reference: 'x' } } as const;
  expect(shown(<StepText over step={{ kind: 'failed', error }} />)).toContain('Result not known');
  expect(shown(<StepText over step={{ kind: 'failed', error }} />)).toContain('data-tone="unknown"');
  await useTexts('ar');
  expect(shown(<StepText over step={{ kind: 'failed', error }} />)).toContain('نتيجة غير معروفة');
});

const terminal = (terminalId: string) => ({ terminalId, label: terminalId, lastReadAtMs: 1 }) as Terminal;
const prepared = (terminalId: string): Wire => ({
  ok: true,
  value: {
    preparationId: `P-${terminalId}`,
    terminalId,
    readAtMs: 1,
    count: 3,
    sums: { net: [], sales: [], returns: [], undone: [], notSummed: [] },
    oldestFirstSeenAtMs: 1,
    newSinceSeen: 0,
    goneSinceSeen: 0,
    unreadable: [],
    days: [],
  },
});

it('what was ready when it was over was not sent, and says so', () => {
  const preparation = prepared('A') as { value: AckPreparation };
  const ready = { kind: 'ready', preparation: preparation.value } as const;
  expect(shown(<StepText over={false} step={ready} />)).toContain('Ready to confirm');
  expect(shown(<StepText over step={ready} />)).toContain('Not sent');
});

describe('several terminals', () => {
  const begin = async (confirm: (preparationId: string) => Promise<Wire>) => {
    answer = (channel, input) =>
      channel === 'acknowledgement.prepare'
        ? Promise.resolve(prepared(input['terminalId'] ?? ''))
        : confirm(input['preparationId'] ?? '');
    const { prepare, send } = useMany.getState();
    await prepare(['A', 'B', 'C'].map(terminal));
    asked.length = 0;
    await send();
    return useMany.getState();
  };
  const ended = (state: OperationState): Wire => ({
    ok: true,
    value: { kind: 'ended', operation: operationOf(state), remaining: 0 },
  });

  it('nothing further is sent after an answer that was lost', async () => {
    const { items, phase } = await begin((id) =>
      id === 'P-B' ? Promise.reject(new Error('Failed to fetch')) : Promise.resolve(ended('SUCCEEDED')),
    );
    expect(asked).toEqual(['acknowledgement.confirm P-A', 'acknowledgement.confirm P-B']);
    expect(items.map(({ step }) => step.kind)).toEqual(['ended', 'failed', 'ready']);
    expect(phase).toBe('ended');
  });

  it('and no confirmation is offered again, also where another terminal had changed', async () => {
    const { phase } = await begin((id) =>
      id === 'P-A'
        ? Promise.resolve({
            ok: true,
            value: { kind: 'set-changed', preparation: (prepared('A') as { value: unknown }).value },
          })
        : Promise.reject(new Error('Failed to fetch')),
    );
    expect(asked).toHaveLength(2);
    expect(phase).toBe('ended');
  });

  it('leave out one with rows that cannot be read: that is decided in its own dialog', async () => {
    const row = { rowId: 'unreadable:a', index: 0, field: 'amount', problem: 'too-many-decimals', raw: '{}' };
    const { value } = prepared('B') as { value: object };
    answer = (channel, input) =>
      Promise.resolve(
        channel === 'acknowledgement.prepare'
          ? input['terminalId'] === 'B'
            ? { ok: true, value: { ...value, unreadable: [row] } }
            : prepared(input['terminalId'] ?? '')
          : ended('SUCCEEDED'),
      );
    await useMany.getState().prepare(['A', 'B'].map(terminal));
    const { items } = useMany.getState();
    expect(items.map(({ step }) => step.kind)).toEqual(['ready', 'failed']);
    asked.length = 0;
    await useMany.getState().send();
    expect(asked).toEqual(['acknowledgement.confirm P-A']);
  });

  it('go on after a refusal', async () => {
    const { items } = await begin((id) => Promise.resolve(ended(id === 'P-A' ? 'REFUSED' : 'SUCCEEDED')));
    expect(items.map(({ step }) => step.kind)).toEqual(['ended', 'ended', 'ended']);
  });
});
