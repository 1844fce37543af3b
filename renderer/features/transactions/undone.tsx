/** A sale and what takes money back from it know each other: each says the other's name, and leads there. */
import { Anchor } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { LinkedRow, Transaction } from '#shared/contract/terminals.ts';
import { isUndoing } from '#shared/domain/kinds/index.ts';
import { useLocale, useNowMs } from '../../app-store.ts';
import { formatMoney, formatTime } from '../../i18n/format.ts';

type Linked = Pick<Transaction, 'kind' | 'undoes' | 'undoneBy'>;

/**
 * A sale that was undone, or the row that undid it: both are faint, as together they come to nothing. A sale that was
 * reversed from this PC is not, until the gateway lists its reversal: up to then the sums have the sale alone.
 */
export const cancelsOut = ({ kind, undoes, undoneBy }: Linked): boolean =>
  (isUndoing(kind) && undoes !== null) || undoneBy.some((other) => isUndoing(other.kind));

type LinksProps = { row: Transaction; onOpen: (rowId: string) => void };

/** The name is a way to the row that has it; plain text where this PC does not keep that row. */
function To({ row, text, onOpen }: { row: LinkedRow | null; text: string; onOpen: LinksProps['onOpen'] }) {
  if (row === null) return <span>{text}</span>;
  return (
    <Anchor component="button" type="button" inherit onClick={() => onOpen(row.rowId)}>
      {text}
    </Anchor>
  );
}

/** Who and when is known for what was reversed from this PC; of the rest, when its row was first seen. */
export function Links({ row, onOpen }: LinksProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const { kind, undoes, undoesRow, undoneBy, reversedHere } = row;
  const whole = undoneBy.find((other) => isUndoing(other.kind)) ?? null;
  const time = (atMs: number) => formatTime(atMs, nowMs, locale);
  const reference = undoesRow?.refNumber ?? row.refNumber ?? row.merchantOrderId ?? '—';
  if (undoes === null && undoneBy.length === 0 && !reversedHere) return null;
  return (
    <span className="row-links">
      <IconArrowBackUp size={15} className="mirror" />
      {reversedHere ? (
        <To
          row={whole}
          text={t('terminals.undone.reversedBy', { time: time(reversedHere.atMs), name: reversedHere.by })}
          onOpen={onOpen}
        />
      ) : (
        whole && (
          <To
            row={whole}
            text={t(whole.kind === 'void' ? 'terminals.undone.voided' : 'terminals.undone.reversed', {
              time: time(whole.firstSeenAtMs),
            })}
            onOpen={onOpen}
          />
        )
      )}
      {undoneBy
        .filter((other) => !isUndoing(other.kind))
        .map((refund) => (
          <To
            key={refund.rowId}
            row={refund}
            text={t('terminals.undone.refunded', { amount: formatMoney(refund.amount, locale) })}
            onOpen={onOpen}
          />
        ))}
      {undoes !== null && (
        <To
          row={undoesRow}
          text={t(`terminals.undone.${kind === 'void' ? 'voids' : isUndoing(kind) ? 'undoes' : 'refundOf'}`, {
            reference,
          })}
          onOpen={onOpen}
        />
      )}
    </span>
  );
}
