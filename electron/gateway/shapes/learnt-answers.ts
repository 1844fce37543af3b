/** What a client of the gateway is told of its answers, and tells. */
import type { FormProblem } from './apply.ts';
import type { OpenName } from './forms.ts';
import type { Shape } from './shape.ts';

export type Heard = 'read' | 'no-row' | FormProblem;

export type LearntAnswers = {
  /** Null: nothing was learnt, or it is not confirmed. */
  readonly shapeOf: (name: OpenName) => Shape | null;
  /** The path that was found for an operation; null: the one of the table. */
  readonly pathOf: (name: OpenName) => string | null;
  /** What was learnt was changed by somebody else: no open answer is read until it is learnt again. */
  readonly isRefused: () => boolean;
  /** An answer came, and how it could be read. */
  readonly heard: (name: OpenName, outcome: Heard) => void;
};

export const nothingLearnt: LearntAnswers = {
  shapeOf: () => null,
  pathOf: () => null,
  isRefused: () => false,
  heard: () => {},
};
