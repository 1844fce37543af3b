/** Reports and lists as files: parsed input to service. */
import type { HandlersOf } from '#shared/contract/index.ts';
import type { UseSession } from '../profile-session.ts';
import type { ReportService } from '../services/reports/index.ts';

type Channels = 'reports.save' | 'reports.show' | 'reports.folder' | 'reports.setFolder';

export const createReportHandlers = (reports: ReportService, use: UseSession): HandlersOf<Channels> => ({
  'reports.save': (input) => use(({ audit }) => reports.save(input, (entry) => audit.record(entry))),
  'reports.show': (input) => reports.show(input),
  'reports.folder': () => reports.folder(),
  'reports.setFolder': (input) => reports.setFolder(input),
});
