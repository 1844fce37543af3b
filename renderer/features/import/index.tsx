/** Importing bank statements and sales of a POS or ERP system: the steps of one import, and what was imported. */
export { ImportPage } from './import-page.tsx';
export { ImportedPage } from './imported-page.tsx';
export { ImportsPage } from './list-page.tsx';
export { LineFacts } from './line-facts.tsx';
