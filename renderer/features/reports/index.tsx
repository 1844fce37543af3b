/** Reports: the document of an X or Z, what can be done with it, and saving files of any list. */
import './report.css';

export { ReportActions } from './report-actions.tsx';
export { ExportMenu } from './export-menu.tsx';
export { useSave, useTellSaved } from './saving.tsx';
export { ReportFileSettings } from './file-settings.tsx';
