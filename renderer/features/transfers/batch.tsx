/** The transfers that were made together with this one, and how each stands: a batch may be paid in part. */
import { Anchor } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { KeptRow } from '#shared/contract/kept.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import { pathOfKept } from '#shared/domain/kept-lists.ts';
import { shownText } from '#shared/text/shown-text.ts';
import { call } from '../../api/client.ts';
import { useAnswer } from '../../components/asked.ts';
import { useCounted } from '../../components/counted.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { PayFailedAgain } from './bulk.tsx';
import { useSentBy } from './sent-acts.tsx';
import { useTransferState } from './transfer-state.ts';

function Member({ member }: { member: OutputOf<'transfers.batch'>['transfers'][number] }) {
  const stateOf = useTransferState();
  const { transferId, recipient, amount, status, failure } = member;
  return (
    <li>
      <Anchor component={Link} href={pathOfKept('sent', transferId)} inherit>
        <bdi>{shownText(recipient ?? transferId)}</bdi>
      </Anchor>{' '}
      <MoneyText value={amount} /> <span className="muted">{stateOf(status)}</span>
      {failure !== null && (
        <div className="muted size-13">
          <bdi>{shownText(failure)}</bdi>
        </div>
      )}
    </li>
  );
}

/** A number for each time that it is asked. */
const askOf = (batchId: string, _time: number) => () => call('transfers.batch', { batchId });

export function SentBatch({ row }: { row: KeptRow }) {
  const operation = useSentBy(row);
  const { batch } = row.cells;
  if (batch?.is !== 'text') return null;
  const opId = operation?.kind === 'payout-batch' ? operation.opId : null;
  return <BatchMembers key={batch.text} batchId={batch.text} opId={opId} />;
}

/** `opId`: the operation that sent it from this PC, where one did. */
export function BatchMembers({ batchId, opId }: { batchId: string; opId: string | null }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const stateOf = useTransferState();
  const [asked, setAsked] = useState(0);
  const ask = useMemo(() => askOf(batchId, asked), [batchId, asked]);
  const { value, error } = useAnswer(ask);
  if (error) return <ErrorNotice error={error} />;
  if (value === null) return null;
  const { status, total, unreadable, transfers } = value;
  const failed = transfers.filter((member) => member.status === 'FAILED').length;
  return (
    <section className="set-off" data-testid="batch">
      <h3 className="size-13">
        {t('transfers.batch.title')} <span className="muted">{stateOf(status)}</span>{' '}
        {total && <MoneyText value={total} />}
      </h3>
      <ul className="plain-list">
        {transfers.map((member) => (
          <Member key={member.transferId} member={member} />
        ))}
      </ul>
      {opId !== null && failed > 0 && (
        <PayFailedAgain opId={opId} failed={failed} onClose={() => setAsked(asked + 1)} />
      )}
      {unreadable > 0 && <p className="muted">{t('transfers.batch.unreadable', counted(unreadable))}</p>}
    </section>
  );
}
