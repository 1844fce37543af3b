/** The recipients that are kept on this PC: null until they were asked for. They are asked for again at each opening. */
import type { OutputOf } from '#shared/contract/index.ts';
import { call, on } from '../../api/client.ts';
import { useFoundAgain } from '../../components/asked-again.ts';

export type Found = OutputOf<'transfers.recipients'>;
export type Recipient = Found['recipients'][number];

const askRecipients = () => call('transfers.recipients', {});
const onRecipients = (again: () => void) => on('transfers.changed', again);
export const useRecipients = () => useFoundAgain(askRecipients, onRecipients);
