/** Of a link or an invoice: where its customer pays, what it asks for, and the payments that it led to. */
import type { KeptLine, KeptRow } from '#shared/contract/kept.ts';
import { linesTotal } from '#shared/domain/billing.ts';
import type { KeptListName } from '#shared/domain/kept-lists.ts';
import { ok } from '#shared/errors/result.ts';
import { call } from '../../api/client.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useStoredDetail } from '../../components/stored-detail.ts';
import { useMay } from '../../people-store.ts';
import { PaymentsOfOrder } from '../payments/index.tsx';
import { Part } from './drawer-parts.tsx';
import { textIn } from './text-in.ts';
import { WhereToPay, type Bills, type Made } from './where-to-pay.tsx';

export const isBill = (name: KeptListName): name is Bills => name === 'links' || name === 'invoices';

const WHAT = { links: 'link', invoices: 'invoice' } as const;
const finders = {
  links: (key: string) => findMade('links', key),
  invoices: (key: string) => findMade('invoices', key),
} as const;
async function findMade(name: Bills, key: string) {
  const answer = await call('bills.made', { what: WHAT[name], key });
  return answer.ok ? ok({ detail: answer.value.made }) : answer;
}
const CHANGES = ['making.changed'] as const;

/** The items that the invoice was made with: the gateway's list does not have them. */
const linesOf = ({ lines }: Made): KeptLine[] =>
  lines.map((line) => {
    const total = linesTotal([line]);
    return {
      part: 'items',
      name: `${line.quantity} × ${line.description}`,
      cell: total && { is: 'money', money: total },
    };
  });

const named = (texts: readonly (string | null)[]): string[] =>
  texts.filter((text): text is string => text !== null && text !== '');

export function BillParts({ name, row }: { name: Bills; row: KeptRow }) {
  const isPaid = textIn(row, 'paymentState') === 'PAID';
  const { allowed } = useMay('bill');
  const { found, error } = useStoredDetail<Made>(allowed ? row.key : null, finders[name], CHANGES);
  return (
    <>
      {found?.detail && <Part part="items" lines={linesOf(found.detail)} />}
      {error && <ErrorNotice error={error} />}
      {found && !isPaid && !row.isGone && <WhereToPay name={name} made={found.detail} />}
      <PaymentsOfOrder
        key={row.key}
        names={named([textIn(row, name === 'links' ? 'linkId' : 'invoice'), textIn(row, 'reference')])}
      />
    </>
  );
}
