import { beforeEach, describe, expect, it } from 'vitest';
import type { ReactNode } from 'react';
import { MantineProvider } from '@mantine/core';
import { notificationsStore } from '@mantine/notifications';
import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { operationSchema } from '#shared/contract/operations.ts';
import { isDone, operationStates, type OperationState } from '#shared/domain/operation.ts';
import arabic from '#resources/locales/ar/operations.json' with { type: 'json' };
import english from '#resources/locales/en/operations.json' with { type: 'json' };
import { operationWire } from '../operation-wire.ts';
import { useTexts } from '../reports/texts.ts';

Object.assign(globalThis, {
  location: { hash: '#/terminals' },
  window: { closeout: { invoke: () => new Promise(() => {}), subscribe: () => () => undefined } },
});
const { MovementEnding } = await import('#renderer/components/movement-ending.tsx');
const { tellEnding } = await import('#renderer/components/late-ending.tsx');
const { StepText } = await import('#renderer/features/acknowledgement/acknowledge-many-dialog.tsx');

const shown = (node: ReactNode) =>
  renderToStaticMarkup(
    <MantineProvider>
      <Router ssrPath="/">{node}</Router>
    </MantineProvider>,
  ).replace(/<style[\s\S]*?<\/style>/g, '');
const operationOf = (state: OperationState) => operationSchema.parse(operationWire({ state }));

/** Every place that says how a movement ended: its dialog, a row of several terminals, and the notice after its dialog was left. */
const origins = {
  dialog: (state: OperationState) =>
    shown(<MovementEnding operation={operationOf(state)} done="What was confirmed" />),
  row: (state: OperationState) =>
    shown(<StepText over step={{ kind: 'ended', operation: operationOf(state), count: 3 }} />),
  notice: (state: OperationState) => {
    notificationsStore.setState({ notifications: [], queue: [], defaultPosition: 'bottom-left', limit: 3 });
    tellEnding(operationOf(state));
    const [notice] = notificationsStore.getState().notifications;
    return shown(
      <section color={notice?.color}>
        {notice?.title}
        {notice?.message}
      </section>,
    );
  },
};
type Origin = keyof typeof origins;
const everyOrigin = Object.keys(origins) as Origin[];

const FAILED: OperationState[] = ['NOT_SENT', 'REFUSED'];
const READ_ON: OperationState[] = ['UNKNOWN', 'CHECKING'];
const NOT_TO_REPEAT: OperationState[] = ['INTENT', 'SENDING', ...READ_ON];
const KNOWN: OperationState[] = [
  ...FAILED,
  'EXPIRED',
  'RESOLVED_NOT_DONE',
  ...operationStates.filter(isDone),
];
const isRed = (html: string) => /--bad|-red-|data-tone="bad"/.test(html);

describe.each(operationStates)('a movement that is %s', (state) => {
  const { about } = english as { about: Partial<Record<OperationState, string>> };

  describe.each(everyOrigin)('told by its %s', (origin) => {
    beforeEach(() => useTexts('en'));

    it('is called failed only if it was refused or never left', () => {
      expect(isRed(origins[origin](state))).toBe(FAILED.includes(state));
    });

    it('is not called unknown once its end is known', () => {
      if (KNOWN.includes(state)) expect(origins[origin](state)).not.toMatch(/not known|violet/i);
    });

    it('is said to be read for only while Closeout reads for it, and not to be repeated only while that is a danger', () => {
      const said = origins[origin](state);
      const isWhole = origin !== 'row';
      expect(said.includes('until it knows')).toBe(isWhole && READ_ON.includes(state));
      expect(said.includes('Do not repeat it')).toBe(isWhole && NOT_TO_REPEAT.includes(state));
    });

    it('is followed by what to do next, unless it is done', () => {
      const next = isDone(state) ? null : about[state];
      const said = origins[origin](state);
      if (origin !== 'row' && next !== null) expect(said).toContain(next);
      if (next === null) for (const one of Object.values(about)) expect(said).not.toContain(one);
    });

    it('is told in words in Arabic, too', async () => {
      await useTexts('ar');
      const said = origins[origin](state);
      expect(said).not.toMatch(/operations\.|people\./);
      const next = (arabic as { about: Partial<Record<OperationState, string>> }).about[state];
      if (origin !== 'row' && next !== undefined) expect(said).toContain(next);
    });
  });
});

it('an acknowledgement that left a row uncounted ends with a warning, not with a tick', () => {
  const ended = (isPartly: boolean) =>
    shown(<MovementEnding operation={operationOf('SUCCEEDED')} done="Done" isPartly={isPartly} />);
  expect(ended(false)).toContain('good-icon');
  expect(ended(true)).not.toContain('good-icon');
  expect(ended(true)).toContain('tabler-icon-alert-triangle');
});
