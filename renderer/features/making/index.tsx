/** Making something at the gateway that moves no money: one dialog, and one banner for attempts that got no answer. */
export { Attempts } from './attempts.tsx';
export { MakeDialog, useMaking, type Done } from './make-dialog.tsx';
