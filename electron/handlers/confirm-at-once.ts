/** Confirms what moves no money: it has no amount, and cannot be sent to somebody else for approval. */
import type { Authorization } from '#shared/contract/people.ts';
import type { LadderAction } from '#shared/domain/ladder.ts';
import type { Right } from '#shared/domain/rights.ts';
import type { Result } from '#shared/errors/result.ts';
import type { ProfileSession } from '../core/profile-session.ts';
import type { Confirm } from '../services/approvals/index.ts';

type Asked = {
  readonly action: LadderAction;
  readonly right: Right;
  readonly authorization: Authorization;
  /** What it is about, for the record. */
  readonly about: string;
};

export const createConfirmAtOnce =
  (confirm: Confirm) =>
  <T>(session: ProfileSession, { about, ...asked }: Asked, act: () => Promise<Result<T>>) =>
    confirm(session, { ...asked, amounts: [], requestable: null }, act, () => about);
