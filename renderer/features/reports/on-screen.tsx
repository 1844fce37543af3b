/** The document of a report in a page of the window. */
import { useLocale } from '../../app-store.ts';
import type { PaperReport } from './report.ts';
import { ReportSheet } from './sheet.tsx';

export function ReportOnScreen({ report }: { report: PaperReport }) {
  const locale = useLocale();
  return <ReportSheet report={report} locale={locale} paper="screen" />;
}
