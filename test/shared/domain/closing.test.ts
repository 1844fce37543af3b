import { describe, expect, it } from 'vitest';
import { branchKeySchema } from '#shared/contract/closing-day.ts';
import { branchKeyOf } from '#shared/domain/closing.ts';

describe('the key of a branch', () => {
  it('is the gateway’s id, else the name, else none', () => {
    expect(branchKeyOf({ branchId: 'B-1', branchName: 'Zamalek' })).toBe('B-1');
    expect(branchKeyOf({ branchId: null, branchName: 'Zamalek' })).toBe('name:Zamalek');
    expect(branchKeyOf({ branchId: null, branchName: null })).toBe('none');
  });

  it('of a name without an end is one that every call takes, and that the day is shown with', () => {
    const key = branchKeyOf({ branchId: null, branchName: 'W'.repeat(4_000) });
    expect(branchKeySchema.safeParse(key).success).toBe(true);
  });
});
