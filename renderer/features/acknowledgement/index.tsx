/** Acknowledging what is outstanding: one terminal, or several one after another. */
export { AcknowledgeDialog } from './acknowledge-dialog.tsx';
export { AcknowledgeManyDialog } from './acknowledge-many-dialog.tsx';
