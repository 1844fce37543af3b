/** Reports and lists that are saved: with the record of the open profile. */
import type { HandlersOf } from '#shared/contract/index.ts';
import type { UseSession } from '../core/profile-session.ts';
import type { ReportService } from '../services/reports/index.ts';

export const createReportHandlers = (
  reports: ReportService,
  use: UseSession,
): HandlersOf<'reports.save' | 'reports.exportList' | 'reports.saveGatewayFile'> => ({
  'reports.save': (input) => use(({ audit }) => reports.save(input, (entry) => audit.record(entry))),
  'reports.saveGatewayFile': ({ fileName, from, to }) =>
    use(async ({ payments, audit }) => {
      const file = await payments.gatewayFile({ startDate: from ?? undefined, endDate: to ?? undefined });
      return file.ok ? reports.saveAsItCame(fileName, file.value.csv, (entry) => audit.record(entry)) : file;
    }),
  'reports.exportList': (input) =>
    use(({ context, folder, audit }) =>
      reports.exportList(input, {
        dataFolder: folder,
        origin: () => ({
          environment: context.environment,
          merchantId: context.merchantId,
          by: context.actor(),
          atMs: context.clock.nowMs(),
          seesContacts: context.seesContacts(),
        }),
        emit: context.emit,
        nowMs: () => context.clock.nowMs(),
        record: (entry) => audit.record(entry),
      }),
    ),
});
