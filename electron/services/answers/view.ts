/** One operation as the page shows it: our words, their fields, and how each is known. */
import type { AnswerView } from '#shared/contract/answers.ts';
import { formOf, type OpenName } from '../../gateway/shapes/forms.ts';
import { missingWords, toConfirm, UNIT, wordsOf } from '../../gateway/shapes/proposal.ts';
import type { Endpoint } from '../../gateway/endpoint-table.ts';
import type { LearntOperation } from './answers-file.ts';
import type { AnswerStore } from './store.ts';

function stateOf(learnt: LearntOperation | undefined, isChanged: boolean): AnswerView['state'] {
  if (isChanged) return 'changed';
  if (learnt === undefined) return 'not-learnt';
  if (learnt.outcome === 'refused') return learnt.error?.code === 'not-offered' ? 'not-offered' : 'refused';
  if (learnt.outcome === 'other-form') return learnt.confirmed ? 'confirmed' : 'waits';
  return learnt.outcome;
}

const sameUnit = { proof: 'proven', by: 'own-name', held: 0, of: 0 } as const;

function fieldsOf(name: OpenName, learnt: LearntOperation | undefined): AnswerView['fields'] {
  const { proposal = null, confirmed = null } = learnt ?? {};
  if (proposal === null) return [];
  const form = formOf(name);
  const open = new Set(toConfirm(form, proposal));
  const said = new Set(confirmed?.words ?? []);
  return wordsOf(form, proposal.shape).map(({ word, field, at }) => {
    const { examples = [], ...evidence } = proposal.evidence[word] ?? { ...sameUnit, examples: [] };
    return {
      word,
      isAmount: field.kind === 'amount',
      at: [...at],
      examples: [...examples],
      ...evidence,
      needsWord: open.has(word),
      isConfirmed: said.has(word),
    };
  });
}

export function viewOf(name: OpenName, store: AnswerStore, { method, path }: Endpoint): AnswerView {
  const learnt = store.answers().operations[name];
  const asked = store.asked(name);
  const { proposal = null, confirmed = null } = learnt ?? {};
  const form = formOf(name);
  const open = proposal === null ? [] : toConfirm(form, proposal);
  const { examples: _examples = [], ...ofUnit } = proposal?.unit ?? { ...sameUnit, examples: [] };
  return {
    name,
    method,
    path: learnt?.path ?? path,
    asked: asked && { atMs: asked.atMs, outcome: asked.outcome },
    state: stateOf(learnt, asked?.outcome === 'changed' || store.isChanged()),
    problem: learnt?.problem ?? null,
    error: learnt?.error ?? null,
    rows: proposal?.rows ?? 0,
    learntAtMs: learnt?.learntAtMs ?? null,
    confirmed: confirmed && { by: confirmed.by, atMs: confirmed.atMs },
    at: proposal?.shape.at.join('.') ?? null,
    fields: fieldsOf(name, learnt),
    unit:
      proposal === null || proposal.unit === null
        ? null
        : {
            unit: proposal.shape.unit,
            ...ofUnit,
            examples: proposal.unit.examples,
            needsWord: open.includes(UNIT),
            isConfirmed: confirmed?.words.includes(UNIT) ?? false,
          },
    currency:
      proposal === null || proposal.shape.currency === null
        ? null
        : { code: proposal.shape.currency, isConfirmed: confirmed?.words.includes('currency') ?? false },
    places: proposal?.places ?? [],
    words: Object.keys(form.fields),
    missing: proposal === null ? [] : missingWords(form, proposal),
    notGiven:
      proposal === null
        ? []
        : Object.keys(form.fields).filter((word) => proposal.shape.fields[word] === undefined),
  };
}
