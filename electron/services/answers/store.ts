/** What was learnt of the open profile's gateway, and what its last answers were. */
import { gatewayError, type GatewayError } from '#shared/errors/app-error.ts';
import type { Clock } from '#shared/time/clock.ts';
import { formOf, type OpenName } from '../../gateway/shapes/forms.ts';
import type { Heard, LearntAnswers } from '../../gateway/shapes/learnt-answers.ts';
import { confirmedShape } from '../../gateway/shapes/proposal.ts';
import type { Shape } from '../../gateway/shapes/shape.ts';
import {
  emptyAnswers,
  noSeal,
  readAnswers,
  writeAnswers,
  type AnswersFile,
  type LearntOperation,
  type Seal,
} from './answers-file.ts';

type Asked = { readonly atMs: number; readonly outcome: Heard };
export type AnswerStore = Awaited<ReturnType<typeof openAnswerStore>>;

type Options = {
  readonly folder: string;
  readonly seal: Seal;
  /** Practice has no keychain entry. */
  readonly isBound: boolean;
  readonly clock: Clock;
  /** A banner, or null to take it away. */
  readonly tell: (error: GatewayError | null) => void;
};

const fileChanged = () => gatewayError('form-changed', { operation: '', problem: 'file' });

export async function openAnswerStore({ folder, seal, isBound, clock, tell }: Options) {
  const read = await readAnswers(folder, seal, isBound);
  let answers: AnswersFile = read === 'changed' ? emptyAnswers() : read;
  let isChanged = read === 'changed';
  const asked = new Map<OpenName, Asked>();
  const shapes = new Map<OpenName, Shape | null>();

  function shapeOf(name: OpenName): Shape | null {
    const known = shapes.get(name);
    if (known !== undefined) return known;
    const learnt = answers.operations[name];
    const shape =
      learnt?.proposal && learnt.confirmed
        ? confirmedShape(formOf(name), learnt.proposal, learnt.confirmed.words)
        : null;
    shapes.set(name, shape);
    return shape;
  }

  /** The gravest of what does not fit any more. */
  function tellWhatIsWrong(): void {
    if (isChanged) return tell(fileChanged());
    const [operation] = [...asked].find(([, { outcome }]) => outcome === 'changed') ?? [];
    tell(operation === undefined ? null : gatewayError('form-changed', { operation, problem: 'changed' }));
  }
  tellWhatIsWrong();

  const learnt: LearntAnswers = {
    isRefused: () => isChanged,
    shapeOf,
    pathOf: (name) => answers.operations[name]?.path ?? null,
    heard(name, outcome) {
      const before = asked.get(name)?.outcome;
      asked.set(name, { atMs: clock.nowMs(), outcome });
      if (before !== outcome && (before === 'changed' || outcome === 'changed')) tellWhatIsWrong();
    },
  };

  async function save(next: AnswersFile): Promise<void> {
    await writeAnswers(folder, seal, next);
    answers = next;
    isChanged = false;
    shapes.clear();
    tellWhatIsWrong();
  }

  return {
    learnt,
    asked: (name: OpenName): Asked | null => asked.get(name) ?? null,
    answers: (): AnswersFile => answers,
    isChanged: () => isChanged,
    setWalk: (walk: AnswersFile['walk']) => save({ ...answers, walk }),
    /** Null: as if it had never been learnt. */
    set(name: OpenName, operation: LearntOperation | null): Promise<void> {
      asked.delete(name);
      const { [name]: _before, ...others } = answers.operations;
      return save({ ...answers, operations: operation === null ? others : { ...others, [name]: operation } });
    },
  };
}

/** A store for a profile about which nothing can be learnt: for tests of other things. */
export const noAnswerStore = (clock: Clock): Promise<AnswerStore> =>
  openAnswerStore({ folder: '', seal: noSeal, isBound: false, clock, tell: () => {} });
