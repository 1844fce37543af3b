/** What head office said of money under way is said of now only while it is reached. */
import { beforeEach, expect, it } from 'vitest';
import type { HeadOfficeClaim } from '#shared/contract/head-office.ts';
import { markupOf } from './adds-up.tsx';
import './calls.ts';
import { useTexts } from './reports/texts.ts';

Object.assign(globalThis, { document: { querySelector: () => ({}) } });
const { UnderWayAnswer } = await import('#renderer/features/head-office/head-office-settings.tsx');

beforeEach(() => useTexts('en'));
const claim = { kind: 'refund', pcName: 'Till 2', claimedAtMs: 1 } as HeadOfficeClaim;
const said = (isReached: boolean) =>
  markupOf(<UnderWayAnswer claims={[claim]} isReached={isReached} />).replace(/<[^>]*>/g, '');

it('with head office reached, a movement is under way', () =>
  expect(said(true)).toMatch(/^Refund under way: \u2068Till 2/));
it('without it, it was at the last contact', () =>
  expect(said(false)).toMatch(/^At the last contact: Refund under way: \u2068Till 2/));
