/** What the part of head office says first: how many PCs take part, whether this one has everything, and what money is under way. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { HeadOfficeClaim, HeadOfficePc, HeadOfficeStanding } from '#shared/contract/head-office.ts';
import { markupOf } from '../adds-up.tsx';
import '../calls.ts';
import { useTexts } from '../reports/texts.ts';

const { Answer } = await import('#renderer/features/head-office/head-office-settings.tsx');

const pc = (id: string, rest: Partial<HeadOfficePc> = {}): HeadOfficePc => ({
  id,
  name: `PC ${id}`,
  branch: '',
  isSelf: id === '1',
  isHome: false,
  entries: 1,
  archived: 0,
  unreadCloses: 0,
  lastEntryAtMs: null,
  withdrawnAtMs: null,
  broken: null,
  ...rest,
});
const claim = (number: number, at: string): HeadOfficeClaim => ({
  number,
  pc: at,
  pcName: `PC ${at}`,
  opId: `op-${number}`,
  kind: 'reversal',
  terminalId: null,
  actor: 'Omar',
  claimedAtMs: 0,
});
const standing: HeadOfficeStanding = {
  failure: null,
  failingSinceMs: null,
  waiting: 0,
  waitingSinceMs: null,
  isAsked: true,
  isWhole: true,
  otherPeople: false,
  pcs: [pc('1'), pc('2'), pc('3', { withdrawnAtMs: 1 })],
  claims: [],
};
/** Without isolates and with plain spaces. */
const said = (rest: Partial<HeadOfficeStanding> | null) =>
  markupOf(<Answer standing={rest && { ...standing, ...rest }} />)
    .replace(/<[^>]*>/g, '')
    .replace(/[\u2066-\u2069]/g, '')
    .replace(/\u00a0/g, ' ');

beforeEach(() => useTexts('en'));
describe('the first sentence about head office', () => {
  it('counts the PCs that take part, and says that this one has everything only if it has', () => {
    expect(said({})).toBe('2 PCs take part, and this one is up to date. No money operation is under way.');
    expect(said({ waiting: 3 })).toBe('2 PCs take part. No money operation is under way.');
    expect(said({ isWhole: false })).toBe('2 PCs take part. No money operation is under way.');
    expect(said({ pcs: [pc('1'), pc('2', { broken: { seq: 4, problem: 'cut' } })] })).toBe(
      '2 PCs take part. No money operation is under way.',
    );
  });

  it('names the PC only if all that is under way is there', () => {
    expect(said({ claims: [claim(1, '2')] })).toContain('1 money operation is under way at PC 2.');
    expect(said({ claims: [claim(1, '2'), claim(2, '2')] })).toContain(
      '2 money operations are under way at PC 2.',
    );
    expect(said({ claims: [claim(1, '1'), claim(2, '2')] })).toContain('2 money operations are under way.');
  });

  it('says of head office that is not reached only what it said before', () => {
    expect(said({ failure: 'not-reached' })).toBe('');
    expect(said({ failure: 'not-reached', claims: [claim(1, '2')] })).toBe(
      'At the last contact: 1 money operation is under way at PC 2.',
    );
    expect(said({ isAsked: false })).toBe('');
    expect(said(null)).toBe('');
  });
});
