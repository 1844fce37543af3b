/** Which of the decisions on a request is in force. Several may be: persons at two PCs decided before either had heard of the other. */
import type { PublishedApproval, PublishedDecision } from './published-approvals.ts';

export type SentDecision = {
  readonly pc: string;
  readonly hash: string;
  readonly atMs: number;
  readonly decision: PublishedDecision;
};
type Declined = NonNullable<PublishedApproval['declined']>;
export type DecisionsOn = {
  /** The last first, by the clocks of their PCs. */
  readonly decisions: readonly SentDecision[];
  /** What the request's PC did not carry out, and why. */
  readonly declines: readonly Declined[];
};

/** Its PC said that it does not carry out what was sent, or what was sent and then taken back. */
export const answerTo = ({ declines }: Pick<DecisionsOn, 'declines'>, sent: SentDecision): Declined | null =>
  declines.find(({ decision }) => decision === sent.hash || decision === sent.decision.takesBack) ?? null;

/** Only the PC that decided takes its decision back. */
const isTakenBack = ({ decisions }: DecisionsOn, { pc, hash }: SentDecision): boolean =>
  decisions.some((one) => one.pc === pc && one.decision.takesBack === hash);

/** Those that the request's PC would carry out: a refusal before every approval, and what holds longest first. */
export const inForce = (on: DecisionsOn, nowMs: number): readonly SentDecision[] =>
  on.decisions
    .filter(
      (one) =>
        one.decision.word !== 'taken-back' &&
        one.decision.untilMs >= nowMs &&
        answerTo(on, one) === null &&
        !isTakenBack(on, one),
    )
    .toSorted(
      (a, b) =>
        Number(b.decision.word === 'refused') - Number(a.decision.word === 'refused') ||
        b.decision.untilMs - a.decision.untilMs,
    );

/** What is shown of them: one that is in force, else the last. */
export const shownOf = (on: DecisionsOn, nowMs: number): SentDecision | null =>
  inForce(on, nowMs)[0] ?? on.decisions[0] ?? null;
