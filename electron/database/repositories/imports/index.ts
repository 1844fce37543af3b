/** Imported files: their heads in the journal, their lines in a file of their own. */
import { importActProcedures } from './acts.ts';
import { headProcedures } from './heads.ts';
import { lineProcedures } from './lines.ts';

export { coveredDays, readImportedLine, standingImports } from './standing.ts';
export const importProcedures = { ...headProcedures, ...lineProcedures, ...importActProcedures };
