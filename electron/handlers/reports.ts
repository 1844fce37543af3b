/** Reports and lists as files: parsed input to service. */
import type { HandlersOf } from '#shared/contract/index.ts';
import type { UseSession } from '../core/profile-session.ts';
import type { ReportService } from '../services/reports/index.ts';

type Channels =
  | 'reports.exportList'
  | 'reports.cancelExport'
  | 'reports.save'
  | 'reports.show'
  | 'reports.folder'
  | 'reports.setFolder';

export const createReportHandlers = (reports: ReportService, use: UseSession): HandlersOf<Channels> => ({
  'reports.save': (input) => use(({ audit }) => reports.save(input, (entry) => audit.record(entry))),
  'reports.exportList': (input) =>
    use(({ context, folder, audit }) =>
      reports.exportList(input, {
        dataFolder: folder,
        origin: () => ({
          environment: context.environment,
          merchantId: context.merchantId,
          by: context.actor(),
          atMs: context.clock.nowMs(),
        }),
        emit: context.emit,
        nowMs: () => context.clock.nowMs(),
        record: (entry) => audit.record(entry),
      }),
    ),
  'reports.cancelExport': (input) => reports.cancelExport(input),
  'reports.show': (input) => reports.show(input),
  'reports.folder': () => reports.folder(),
  'reports.setFolder': (input) => reports.setFolder(input),
});
