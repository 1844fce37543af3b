/** From a transfer in the list to the operation that sent it from this PC. */
import { Anchor } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { KeptRow } from '#shared/contract/kept.ts';
import type { Operation } from '#shared/contract/operations.ts';
import { call } from '../../api/client.ts';
import { useAnswer } from '../../components/asked.ts';

/** Our names of transfers are ids of operations. Anything else was sent from somewhere else, or by a schedule. */
const OURS = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/;

/** The operation that sent it; null if it was sent from somewhere else. */
export function useSentBy({ cells }: KeptRow): Operation | null {
  const text = cells.reference?.is === 'text' ? cells.reference.text : '';
  const opId = OURS.exec(text)?.[0] ?? null;
  const ask = useMemo(() => (opId === null ? null : () => call('operations.detail', { opId })), [opId]);
  // Sent from another PC, it is not in this journal: then there is nothing to open here.
  const { value } = useAnswer(ask);
  return value?.operation ?? null;
}

export function SentActs({ row }: { row: KeptRow }) {
  const { t } = useTranslation();
  const operation = useSentBy(row);
  if (!operation) return null;
  return (
    <Anchor component={Link} href={`/operations/${operation.opId}`}>
      {t('transfers.send.toOperation')}
    </Anchor>
  );
}
