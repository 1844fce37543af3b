/** Notices of the open profile, told to windows and by the operating system. */
import type { Emit } from '#shared/contract/index.ts';
import { NEWEST_FIRST, paymentFilterSchema } from '#shared/contract/payments.ts';
import { canBeDecided } from '#shared/domain/approvals.ts';
import { mayDo } from '#shared/domain/rights.ts';
import { ok } from '#shared/errors/result.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { Log } from '../log/log.ts';
import { requestsOfOthers } from '../services/approvals/index.ts';
import { isSameName, type PeopleService } from '../services/people/index.ts';
import { createNoticeService } from '../services/notices/index.ts';
import type { SettingsService } from '../services/settings/index.ts';
import type { HostPorts } from './host-ports.ts';
import type { UseSession } from './profile-session.ts';

type Needs = {
  clock: Clock;
  log: Log;
  emit: Emit;
  settings: SettingsService;
  useSession: UseSession;
  people: Pick<PeopleService, 'signedIn'>;
  tellBySystem: HostPorts['tellBySystem'];
  onChange: () => void;
};

const MOST_UNKNOWN = 200;
const MOST_HOLDS = 500;

export const createCoreNotices = ({ clock, log, emit, settings, useSession, people, ...needs }: Needs) =>
  createNoticeService({
    clock,
    warningMinutes: () => settings.get().cutOffWarningMinutes,
    today: () => useSession(({ today }) => today.get()),
    unknownOperations: () =>
      useSession(async ({ operations }) => {
        const first = { scope: 'unknown', kind: null, cursor: null, limit: MOST_UNKNOWN } as const;
        const page = await operations.page(first);
        return page.ok ? ok(page.value.rows) : page;
      }),
    words: () => useSession(({ words }) => words.list()),
    holdDays: () => settings.get().holdDays,
    holds: (holdEnding) =>
      useSession(async ({ payments }) => {
        const filter = paymentFilterSchema.parse({ holdEnding });
        const page = await payments.page({ filter, sort: NEWEST_FIRST, cursor: null, limit: MOST_HOLDS });
        return page.ok ? ok(page.value.rows) : page;
      }),
    failing: () =>
      useSession(async ({ deliveries, context: { presence } }) =>
        presence.may('integration') ? deliveries.failing() : ok({ count: 0, newestMs: 0 }),
      ),
    asked: () =>
      useSession(async (open) => {
        const me = people.signedIn();
        if (me === null || !mayDo(me.role, 'approve')) return ok([]);
        const nowMs = clock.nowMs();
        const others = await requestsOfOthers(open);
        return ok(others.filter((one) => canBeDecided(one, nowMs) && !isSameName(me.name, one.requestedBy)));
      }),
    onChange: () => {
      emit('notices.changed', {});
      // While the app is locked, the status is all that is told of notices.
      needs.onChange();
    },
    onFailure: (error) => log.warn('notices-not-read', { error: String(error) }),
    tellBySystem: needs.tellBySystem?.((id) => emit('notices.opened', { id })) ?? null,
  });
