/** The recipients that are kept on this PC; null until they were asked for. */
import type { OutputOf } from '#shared/contract/index.ts';
import { call, on } from '../../api/client.ts';
import { useAskedAgain } from '../../components/asked-again.ts';

export type Recipient = OutputOf<'transfers.recipients'>['recipients'][number];

const askRecipients = () => call('transfers.recipients', {});
const onRecipients = (again: () => void) => on('transfers.changed', again);
export const useRecipients = (): readonly Recipient[] | null =>
  useAskedAgain(askRecipients, onRecipients)?.recipients ?? null;
