/** Reports: the document of an X or Z, what can be done with it, and saving files of any list. */
import './report.css';

export { ReportActions, type ReportSource } from './report-actions.tsx';
export { ExportMenu } from './export-menu.tsx';
export type { PaperReport } from './report.ts';
export { useSave, useTellSaved } from './saving.tsx';
export { ReportFileSettings } from './file-settings.tsx';
export { ReportOnScreen } from './on-screen.tsx';
