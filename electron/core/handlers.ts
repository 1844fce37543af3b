/** Every call of the contract and who handles it. What is not named here is the verb of the feature's service. */
import { join } from 'node:path';
import type { Handlers } from '#shared/contract/index.ts';
import type { Result } from '#shared/errors/result.ts';
import type { Random } from '#shared/time/clock.ts';
import { createActivityHandlers } from '../handlers/activity.ts';
import { createAppHandlers, type AppNeeds } from '../handlers/app.ts';
import { createCheckByHandHandlers } from '../handlers/check-by-hand.ts';
import { createCredentialHandlers } from '../handlers/credentials.ts';
import { createDeletionHandlers } from '../handlers/deletions.ts';
import { createClosingHandlers } from '../handlers/closing.ts';
import { createChainPeopleHandlers, type createFollowing } from '../handlers/chain-people.ts';
import { createHeadOfficeHandlers } from '../handlers/head-office.ts';
import { forward, forwardAll } from '../handlers/forward.ts';
import { createInstantSettlementHandlers } from '../handlers/instant-settlement.ts';
import { createMakingHandlers } from '../handlers/making.ts';
import { createOperationHandlers } from '../handlers/operations.ts';
import { createReconciliationHandlers } from '../handlers/reconciliation.ts';
import { createTransferHandlers } from '../handlers/transfers.ts';
import { createReportHandlers } from '../handlers/reports.ts';
import { createApprovalHandlers, createConfirm } from '../services/approvals/index.ts';
import type { BackupService } from '../services/backup/index.ts';
import type { EnrolmentService } from '../services/enrolment/index.ts';
import type { UpdateService } from '../services/updates/index.ts';
import type { SupportService } from '../services/support/index.ts';
import type { NoticeService } from '../services/notices/index.ts';
import type { Acting, PeopleService } from '../services/people/index.ts';
import type { PracticeService } from '../services/practice/index.ts';
import type { ProfileService } from '../services/profiles/index.ts';
import type { ReportService } from '../services/reports/index.ts';
import type { UpkeepService } from '../services/upkeep/index.ts';
import type { ProfileSession, UseSession } from './profile-session.ts';

type Needs = {
  app: AppNeeds;
  people: PeopleService;
  chainPeople: Pick<ReturnType<typeof createFollowing>, 'beforeSigningIn'>;
  acting: Acting;
  profiles: ProfileService;
  notices: NoticeService;
  practice: PracticeService;
  upkeep: UpkeepService;
  backup: BackupService;
  support: SupportService;
  updates: UpdateService;
  enrolment: EnrolmentService;
  policy: { get: Handlers['policy.get'] };
  reports: ReportService;
  useSession: UseSession;
  /** A person has looked at what money was stopped for. */
  onLooked: (session: ProfileSession) => void;
  random: Random;
  dataDir: string;
  version: string;
};

/** A service that lives as long as the core. */
const always =
  <Service>(service: Service) =>
  <T>(use: (service: Service) => Promise<Result<T>>): Promise<Result<T>> =>
    use(service);

export function createHandlers(needs: Needs): Handlers {
  const {
    people,
    acting,
    profiles,
    notices,
    reports,
    policy,
    backup,
    support,
    enrolment,
    updates,
    useSession: use,
    onLooked,
  } = needs;
  const confirm = createConfirm(people);
  /** A service of the open profile. */
  const open =
    <Name extends keyof ProfileSession>(name: Name) =>
    <T>(act: (service: ProfileSession[Name]) => Promise<Result<T>>): Promise<Result<T>> =>
      use((session) => act(session[name]));
  const exportPlace = { folder: join(needs.dataDir, 'exports'), appVersion: needs.version };
  return {
    // A service of the open profile that has the name of its feature needs no line here.
    ...forwardAll(use),
    ...forward('transactions', open('terminals')),
    ...forward('import', open('imports')),
    ...forward('people', always(people)),
    ...forward('profiles', always(profiles)),
    ...forward('notices', always(notices)),
    ...forward('practice', always(needs.practice)),
    ...forward('upkeep', always(needs.upkeep)),
    ...forward('reports', always(reports)),
    ...forward('policy', always(policy)),
    ...forward('backup', always(backup)),
    ...forward('support', always(support)),
    ...forward('updates', always(updates)),
    ...forward('enrolment', always(enrolment)),
    // After the forwarded ones: these ask for more than their input.
    'people.lock': () => people.lockNow(),
    'people.unlock': async (input) => {
      await needs.chainPeople.beforeSigningIn();
      return people.unlock(input);
    },
    'people.useCode': async (input) => {
      await needs.chainPeople.beforeSigningIn();
      return people.useCode(input);
    },
    ...createAppHandlers(needs.app),
    ...createApprovalHandlers(use, { ...people, acting }),
    ...createOperationHandlers(use, confirm),
    ...createInstantSettlementHandlers(use, confirm),
    ...createDeletionHandlers(use, confirm),
    ...createCredentialHandlers(use, confirm),
    ...createTransferHandlers(use, confirm),
    ...createHeadOfficeHandlers(use, confirm),
    ...createChainPeopleHandlers({ use, people, random: needs.random }),
    ...createMakingHandlers(use, people),
    ...createClosingHandlers(use, people),
    ...createReconciliationHandlers(use, { confirm, reports }),
    ...createReportHandlers(reports, use),
    ...createCheckByHandHandlers(use, onLooked),
    ...createActivityHandlers(use, exportPlace, onLooked),
  };
}
