import { expect, it } from 'vitest';
import { practiceCapabilities } from '#electron/gateway/capabilities.ts';
import { stepsAfterRead } from '#electron/journal/next-state.ts';
import { negativeRead, record } from './record.ts';

const steps = (state: Parameters<typeof record>[0], result: 'positive' | 'negative') =>
  stepsAfterRead(record(state), negativeRead(1, { result }), 2_000_000, practiceCapabilities).map(
    ({ to }) => to,
  );

it('a read that shows what a person called not done is a dispute, and settles nothing by itself', () => {
  expect(steps({ state: 'RESOLVED_NOT_DONE' }, 'positive')).toEqual(['DISPUTED']);
  expect(steps({ state: 'RESOLVED_NOT_DONE' }, 'negative')).toEqual(['RESOLVED_NOT_DONE']);
  expect(steps({ state: 'DISPUTED' }, 'positive')).toEqual(['SUCCEEDED_BY_READ']);
});
