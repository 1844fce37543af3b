/** Making something at the gateway that moves no money: one dialog to make and one to delete, and one banner for attempts that got no answer. */
export { Attempts } from './attempts.tsx';
export { DeleteDialog } from './delete-dialog.tsx';
export { MakeDialog, useMaking, type Done } from './make-dialog.tsx';
