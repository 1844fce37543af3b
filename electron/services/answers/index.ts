/** The use cases of what this gateway answers: learn, confirm, change, put back. */
import type { OutputOf, ParsedInputOf, VerbsOf } from '#shared/contract/index.ts';
import { inputError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../context.ts';
import type { NewEntry } from '../../audit/entry.ts';
import { formOf, openNames, type OpenName } from '../../gateway/shapes/forms.ts';
import type { OperationLearnt } from '../../gateway/shapes/learning.ts';
import {
  changedCurrency,
  changedPlace,
  changedUnit,
  CURRENCY,
  toConfirm,
  UNIT,
  type Proposal,
} from '../../gateway/shapes/proposal.ts';
import { learnAll, noFacts } from '../../gateway/shapes/tour.ts';
import type { LearntOperation } from './answers-file.ts';
import type { AnswerStore } from './store.ts';
import { viewOf } from './view.ts';

export { noSeal, type Seal } from './answers-file.ts';
export { noAnswerStore, openAnswerStore, type AnswerStore } from './store.ts';

type Listed = Promise<Result<OutputOf<'answers.list'>>>;
type Needs = { readonly store: AnswerStore; readonly record: (entry: NewEntry) => Promise<boolean> };

/** What a person confirmed before stands where the same is proposed again. */
function kept(before: LearntOperation | undefined, proposal: Proposal): LearntOperation['confirmed'] {
  const same = before?.proposal && JSON.stringify(before.proposal.shape) === JSON.stringify(proposal.shape);
  return same ? before.confirmed : null;
}

function operationOf(
  learnt: OperationLearnt | null,
  before: LearntOperation | undefined,
  learntAtMs: number,
): LearntOperation {
  const nothing = { problem: null, error: null, proposal: null, path: null, learntAtMs, confirmed: null };
  if (learnt === null) return { ...nothing, outcome: 'not-asked' };
  const { outcome } = learnt;
  switch (learnt.outcome) {
    case 'refused':
      return { ...nothing, outcome: 'refused', error: learnt.error };
    case 'unclear':
      return { ...nothing, outcome: 'unclear', problem: learnt.problem, path: learnt.path };
    case 'as-assumed':
    case 'other-form':
      return {
        ...nothing,
        outcome: outcome,
        proposal: learnt.proposal,
        path: learnt.path,
        confirmed: learnt.outcome === 'other-form' ? kept(before, learnt.proposal) : null,
      };
  }
}

/** An operation that gave no rows this time teaches nothing: what was learnt of it before stands. */
function learntNow(
  learnt: OperationLearnt | null,
  before: LearntOperation | undefined,
  nowMs: number,
): LearntOperation {
  const isNothing =
    learnt === null ||
    learnt.outcome === 'refused' ||
    (learnt.outcome === 'unclear' && learnt.problem === 'empty');
  if (!isNothing || !before?.proposal) return operationOf(learnt, before, nowMs);
  return { ...before, error: learnt?.outcome === 'refused' ? learnt.error : null };
}

/** The proposal after a person chose another path, unit or currency for one of its fields; null if it has no such choice. */
function choose(
  name: OpenName,
  proposal: Proposal,
  { word, at, value }: Pick<ParsedInputOf<'answers.change'>, 'word' | 'at' | 'value'>,
): Proposal | null {
  const form = formOf(name);
  if (word === UNIT && (value === 'major' || value === 'minor')) return changedUnit(proposal, value);
  if (word === CURRENCY && value !== null) return changedCurrency(proposal, value);
  const isPlace = at === null || proposal.places.some((one) => JSON.stringify(one.at) === JSON.stringify(at));
  return isPlace && Object.hasOwn(form.fields, word) ? changedPlace(form, proposal, word, at) : null;
}

type Changed = (what: string, name: string) => Promise<void>;

/** What a person decides about a proposal: confirm it, change it, or read again as Closeout assumes. */
function createDecisions(
  { clock, actor }: ProfileContext,
  store: AnswerStore,
  changed: Changed,
  list: () => Listed,
) {
  const knownOf = (name: OpenName): LearntOperation | null => store.answers().operations[name] ?? null;
  return {
    /** `words`: those that a person has compared with what the gateway shows. The others are not read. */
    async confirm({ name, words }) {
      const known = knownOf(name);
      if (!known?.proposal) return err(inputError('invalid', { where: 'name' }));
      const open = toConfirm(formOf(name), known.proposal);
      const confirmed = {
        words: words.filter((word) => open.includes(word)),
        by: actor(),
        atMs: clock.nowMs(),
      };
      await store.set(name, { ...known, outcome: 'other-form', confirmed });
      await changed('confirmed', name);
      return list();
    },

    /** A person chooses another place, unit or currency: it waits for a confirmation again. */
    async change({ name, ...choice }) {
      const known = knownOf(name);
      if (!known?.proposal) return err(inputError('invalid', { where: 'name' }));
      const proposal = choose(name, known.proposal, choice);
      if (!proposal) return err(inputError('invalid', { where: 'word' }));
      await store.set(name, { ...known, outcome: 'other-form', proposal, confirmed: null });
      await changed('changed', name);
      return list();
    },

    /** Reads it as Closeout assumes it again. */
    async putBack({ name }) {
      await store.set(name, null);
      await changed('put-back', name);
      return list();
    },
  } satisfies VerbsOf<'answers'>;
}

export function createAnswersService(context: ProfileContext, { store, record }: Needs) {
  const { gateway, clock, emit } = context;
  let underWay: Promise<void> | null = null;

  const list = async (): Listed =>
    ok({
      operations: openNames.map((name) => viewOf(name, store, gateway.endpointOf(name))),
      walk: store.answers().walk,
      fileChanged: store.isChanged(),
    });

  const changed: Changed = async (what, name) => {
    await record({
      action: 'settings.changed',
      target: 'gateway-answers',
      params: { what, operation: name },
      outcome: 'ok',
    });
    emit('answers.changed', {});
  };

  async function learnNow(names: readonly OpenName[]): Promise<void> {
    const found = await learnAll(gateway.sample, noFacts(), openNames, () => {});
    for (const [name, learnt] of found)
      if (names.includes(name))
        await store.set(name, learntNow(learnt, store.answers().operations[name], clock.nowMs()));
    await changed('learnt', names.length === 1 ? (names[0] ?? '') : 'all');
  }

  return {
    list,

    /** Safe reads only. A call while one is running waits for that one. */
    async learn({ name }) {
      underWay ??= learnNow(name === null ? openNames : [name]).finally(() => {
        underWay = null;
      });
      await underWay;
      if (store.answers().walk === 'none') await store.setWalk('learn');
      return list();
    },

    ...createDecisions(context, store, changed, list),

    async walk({ step }) {
      await store.setWalk(step);
      emit('answers.changed', {});
      return list();
    },
  } satisfies VerbsOf<'answers'>;
}
