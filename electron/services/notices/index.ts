/** Looks every minute, and after each change, for facts that need a person soon, and tells when they changed. */
import type { Status } from '#shared/contract/app.ts';
import type { Notice } from '#shared/contract/notices.ts';
import type { Payment } from '#shared/contract/payments.ts';
import type { Operation } from '#shared/contract/operations.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import type { HoldDays } from '#shared/domain/payment.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { Clock } from '#shared/time/clock.ts';
import { noticesOf, type NoticeFacts } from './decide.ts';

const LOOK_EVERY_MS = 60_000;
/** Many changes in a row are looked at once. */
const LOOK_AFTER_CHANGE_MS = 1_000;

export type TellBySystem = (notice: { id: string; title: string; body: string }) => void;
type NoticeNeeds = {
  clock: Clock;
  warningMinutes: () => number;
  /** All of the open profile; an error while none is open. */
  today: () => Promise<Result<OutputOf<'today.get'>>>;
  unknownOperations: () => Promise<Result<readonly Operation[]>>;
  words: () => Promise<Result<OutputOf<'words.list'>>>;
  /** Holds of such a length that end soon. */
  holds: (holdDays: HoldDays) => Promise<Result<readonly Payment[]>>;
  holdDays: () => HoldDays;
  /** None for a person who may not send them again. */
  failing: () => Promise<Result<NoticeFacts['failing']>>;
  /** None for a person who may not decide. */
  asked: () => Promise<Result<NoticeFacts['asked']>>;
  onChange: () => void;
  onFailure: (error: unknown) => void;
  /** Null on a host that cannot show notices of the operating system. */
  tellBySystem: TellBySystem | null;
};
export type NoticeService = ReturnType<typeof createNoticeService>;

/** A source that cannot be read now gives no notice; `error` says that there may be more. */
async function current(needs: NoticeNeeds): Promise<{ notices: Notice[]; error: AppError | null }> {
  const holdDays = needs.holdDays();
  const [day, operations, words, holds, failing, asked] = await Promise.all([
    needs.today(),
    needs.unknownOperations(),
    needs.words(),
    needs.holds(holdDays),
    needs.failing(),
    needs.asked(),
  ]);
  const notices = noticesOf({
    nowMs: needs.clock.nowMs(),
    warningMinutes: needs.warningMinutes(),
    branches: day.ok ? day.value.branches : [],
    overdue: day.ok ? day.value.overdue : [],
    operations: operations.ok ? operations.value : [],
    words: words.ok ? words.value.words : [],
    holds: holds.ok ? holds.value : [],
    holdDays,
    failing: failing.ok ? failing.value : { count: 0, newestMs: 0 },
    asked: asked.ok ? asked.value : [],
  });
  const failed = [day, operations, words, holds, failing, asked].find(({ ok: read }) => !read);
  return { notices, error: failed && !failed.ok ? failed.error : null };
}

export function createNoticeService(needs: NoticeNeeds) {
  const { clock, onChange, onFailure, tellBySystem } = needs;
  let last = '';
  let pressing: Status['pressing'] = [];
  const marks = new Map<string, number>();
  const told = new Set<string>();
  let cancel = () => {};
  let soon: (() => void) | null = null;
  let stopped = false;

  function markOf(id: string): number {
    const mark = marks.get(id) ?? marks.size;
    marks.set(id, mark);
    return mark;
  }

  /** Finds a notice by its id, or by the mark that a locked window knows. */
  const isKnown = (id: string) => marks.has(id) || pressing.some(({ mark }) => id === `locked ${mark}`);

  async function look(): Promise<void> {
    try {
      const { notices } = await current(needs);
      for (const { id } of notices) markOf(id);
      const now = notices.map(({ id }) => id).join('\n');
      pressing = notices.map(({ id, kind }) => ({ mark: markOf(id), kind }));
      if (now !== last && !stopped) onChange();
      last = now;
    } catch (error) {
      onFailure(error);
    }
    // Another look may have ended meanwhile: one timer is enough.
    cancel();
    if (!stopped) cancel = clock.after(LOOK_EVERY_MS, () => void look());
  }

  return {
    async list() {
      const found = await current(needs);
      for (const { id } of found.notices) markOf(id);
      return ok(found);
    },
    /** Only a notice that there is, and each once: a locked window may ask, too, and its words are its own. */
    async tell(notice: { id: string; title: string; body: string }) {
      if (tellBySystem === null || told.has(notice.id) || !isKnown(notice.id)) return ok({ told: false });
      told.add(notice.id);
      tellBySystem(notice);
      return ok({ told: true });
    },
    /** The notices of the last look, without their ids: an id would name a branch or an operation. */
    pressing: () => pressing,
    start: (): void => void look(),
    /** Something changed that a notice may depend on. */
    touch(): void {
      if (stopped) return;
      soon ??= clock.after(LOOK_AFTER_CHANGE_MS, () => {
        soon = null;
        void look();
      });
    },
    stop(): void {
      stopped = true;
      cancel();
      soon?.();
    },
  };
}
