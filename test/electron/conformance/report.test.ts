import { expect, test } from 'vitest';
import { emptyFlags } from '#electron/conformance/flags.ts';
import { bySection, exitCode, jsonReport, textReport } from '#electron/conformance/report.ts';
import { optionsOf, resultOf } from './checks.ts';

const run = {
  results: [
    resultOf('a webhook is created', 'holds', { section: '§4.13' }),
    resultOf('a page answers 404', 'does not hold', { section: '§4.2' }),
    resultOf('the list lags', 'does not hold', { section: '§4.2', assumed: true }),
    resultOf('a terminal is read', 'could not be checked', { section: '§4.10' }),
  ],
  leftBehind: ['webhook 1: 500'],
};

test('the report is grouped by section and ends with the counts', () => {
  const lines = textReport(run, optionsOf()).split('\n');
  expect(lines.filter((line) => line.startsWith('§'))).toEqual(['§4.2', '§4.10', '§4.13']);
  expect(lines.at(-1)).toBe('1 hold, 1 do not hold, 1 could not be checked, 1 assumed do not hold');
  expect(lines).toContain('  – a terminal is read: could not be checked (needs --terminal)');
  expect(lines).toContain('      expected status 404');
  expect(lines).toContain('      came     GET /x → 200 {}');
  expect(lines).toContain('  webhook 1: 500');
});

test('an assumption that does not hold is reported apart', () => {
  const text = textReport(run, optionsOf());
  expect(text).toContain(
    'Assumptions that this gateway proves wrong (docs/assumptions.md):\n  §4.2 the list lags',
  );
});

test('only what the document states makes the exit code bad', () => {
  expect(exitCode(run)).toBe(1);
  const [held, , assumed, unchecked] = run.results;
  if (!held || !assumed || !unchecked) throw new Error('results');
  expect(exitCode({ results: [held, assumed, unchecked], leftBehind: [] })).toBe(0);
});

test('without wrong assumptions the last line says nothing of them', () => {
  const fine = { results: run.results.slice(0, 1), leftBehind: [] };
  expect(textReport(fine, optionsOf()).split('\n').at(-1)).toBe(
    '1 hold, 0 do not hold, 0 could not be checked',
  );
});

test('the JSON report has every check with its verdict, the flags, and no key', () => {
  const options = optionsOf('--secret-key', 'sk_1');
  const text = jsonReport(run, options, emptyFlags(options.dashboard));
  expect(JSON.parse(text)).toMatchObject({
    dashboard: 'http://127.0.0.1:9',
    mode: 'test',
    flags: { listShowsReversed: null, dashboardHost: '127.0.0.1:9' },
    leftBehind: ['webhook 1: 500'],
    checks: [
      { verdict: 'holds' },
      { verdict: 'does not hold' },
      { assumed: true },
      { why: 'needs --terminal' },
    ],
  });
  expect(text).not.toContain('sk_1');
});

test('sections are ordered by number', () => {
  expect(['§4.13', '§9', '§4.2', '§4', '§10'].sort(bySection)).toEqual(['§4', '§4.2', '§4.13', '§9', '§10']);
});
