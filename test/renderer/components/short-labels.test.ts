import { expect, it } from 'vitest';
import { withShortLabels } from '#renderer/components/short-labels.ts';

const labelled = (branchName: string | null, ...labels: string[]) =>
  withShortLabels({ branchName, terminals: labels.map((label) => ({ label })) }).terminals.map(
    ({ label }) => label,
  );

it('a page that names the branch names its terminals without it', () => {
  expect(labelled('Zamalek', 'Zamalek · Front till', 'Zamalek · Café')).toEqual(['Front till', 'Café']);
});

it('names stay whole where one of them does not begin with the branch, or nothing would be left', () => {
  expect(labelled('Zamalek', 'Zamalek · Front till', 'Front till')).toEqual([
    'Zamalek · Front till',
    'Front till',
  ]);
  expect(labelled('Zamalek', 'Zamalek · ')).toEqual(['Zamalek · ']);
  expect(labelled(null, 'Zamalek · Front till')).toEqual(['Zamalek · Front till']);
});
