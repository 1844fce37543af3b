import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import i18next, { type TFunction } from 'i18next';
import { expect, it } from 'vitest';
import {
  ageBuckets,
  bookedKinds,
  bulkProblems,
  comparisons,
  exceptionStates,
  exceptionTypes,
  expectedReasons,
  groupings,
  matchRules,
  outOfDateCauses,
  runPhases,
  sides,
} from '#shared/domain/reconciliation.ts';

const root = join(import.meta.dirname, '../../..');

async function textsIn(language: string): Promise<TFunction> {
  const path = join(root, 'resources/locales', language, 'reconciliation.json');
  const texts = i18next.createInstance();
  await texts.init({
    lng: language,
    resources: {
      [language]: { translation: { reconciliation: JSON.parse(readFileSync(path, 'utf8')) as unknown } },
    },
  });
  return texts.t;
}

const places = [
  ...comparisons.map((one) => `comparison.${one}`),
  ...comparisons.flatMap((one) => sides.map((side) => `side.${one}.${side}`)),
  ...comparisons.flatMap((one) =>
    ['no-ours', 'no-theirs'].flatMap((state) =>
      ['title', 'text', 'action'].map((part) => `empty.${one}.${state}.${part}`),
    ),
  ),
  ...ageBuckets.map((age) => `age.${age}`),
  ...exceptionStates.map((state) => `state.${state}`),
  ...[...expectedReasons, ...bookedKinds].flatMap((reason) => [
    `expectedReason.${reason}`,
    `expectedWhy.${reason}`,
  ]),
  ...matchRules.flatMap((rule) => [`rule.${rule}`, `ruleWhy.${rule}`]),
  ...groupings.flatMap((grouping) => [`grouping.${grouping}`, `groupingWhy.${grouping}`]),
  ...outOfDateCauses.map((cause) => `outOfDate.${cause}`),
  ...runPhases.map((phase) => `run.phase.${phase}`),
  ...bulkProblems.map((problem) => `sheet.problem.${problem}`),
];

it.each(['en', 'ar'])('every code of reconciliation has its words in %s', async (language) => {
  const t = await textsIn(language);
  const keys = places.map((place) => `reconciliation.${place}`);
  expect(keys.filter((key) => t(key) === key)).toEqual([]);
});

it.each(['en', 'ar'])('every type says in %s what it means in each comparison', async (language) => {
  const t = await textsIn(language);
  for (const context of comparisons) {
    const told = exceptionTypes.map((type) => [
      t(`reconciliation.type.${type}`, { context }),
      t(`reconciliation.why.${type}`, { context }),
    ]);
    expect(told.flat().filter((text) => text.startsWith('reconciliation.'))).toEqual([]);
    expect(new Set(told.map(([name]) => name)).size).toBe(exceptionTypes.length);
  }
});
