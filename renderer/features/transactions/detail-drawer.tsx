/** Everything about one transaction: what we know, every field as the gateway sent it, our operations. */
import { Anchor, Button, Divider } from '@mantine/core';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { OutputOf } from '#shared/contract/index.ts';
import { isReturn, shownAmount } from '#shared/domain/kinds/index.ts';
import type { Transaction } from '#shared/contract/terminals.ts';
import { call } from '../../api/client.ts';
import { useCanMoveMoney } from '../../app-store.ts';
import { useAnswer } from '../../components/asked.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FactRow } from '../../components/fact.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { TerminalText } from '../../components/terminal-names.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { TimelineOf } from '../../components/timeline-of.tsx';
import { Flags } from './flags.tsx';
import { EntryMode, PaymentType } from './gateway-texts.tsx';
import { cancelsOut, Links } from './undone.tsx';

type DetailProps = {
  rowId: string | null;
  onClose: () => void;
  /** Shows the other row of a pair in the same drawer. */
  onOpen: (rowId: string) => void;
  /** Left out if the transaction is only looked at. */
  onReverse?: (transaction: Transaction) => void;
};

const copyAll = ({ fields }: OutputOf<'transactions.detail'>) =>
  void navigator.clipboard.writeText(fields.map(({ name, value }) => `${name}\t${value}`).join('\n'));

type Detail = OutputOf<'transactions.detail'>;

function useDetail(rowId: string | null) {
  const ask = useCallback(() => call('transactions.detail', { rowId: rowId ?? '' }), [rowId]);
  return useAnswer(rowId === null ? null : ask);
}

const isReversible = ({ listing, flags, kind }: Transaction): boolean =>
  listing === 'outstanding' &&
  flags.every((flag) => flag === 'duplicate-reference') &&
  !isReturn(kind) &&
  kind !== 'unknown';

function Facts({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation();
  return (
    <dl className="facts">
      <FactRow name={t('terminals.column.reference')}>
        <IdText value={transaction.refNumber} copyable />
      </FactRow>
      <FactRow name={t('terminals.column.order')}>
        <IdText value={transaction.merchantOrderId} copyable />
      </FactRow>
      <FactRow name={t('terminals.column.label')}>
        <TerminalText terminalId={transaction.terminalId} />
      </FactRow>
      <FactRow name={t('terminals.column.firstSeen')}>
        <TimeText atMs={transaction.firstSeenAtMs} dated />
      </FactRow>
    </dl>
  );
}

/** What it is, how the card was read, and where it stands. */
function Answer({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation();
  return (
    <p className="flush">
      <strong>
        <PaymentType value={transaction.paymentType} />
      </strong>
      {' · '}
      <EntryMode value={transaction.entryMode} />
      {' · '}
      {t(`terminals.listing.${transaction.listing}`)}{' '}
      {transaction.goneAtMs !== null && <TimeText atMs={transaction.goneAtMs} />}
    </p>
  );
}

function Operations({ operationIds }: Pick<Detail, 'operationIds'>) {
  const { t } = useTranslation();
  if (operationIds.length === 0) return null;
  return (
    <>
      <Divider label={t('terminals.detail.operations')} labelPosition="left" />
      {operationIds.map((opId) => (
        <Anchor key={opId} component={Link} href={`/operations/${opId}`} size="sm">
          {t('operations.open')}
        </Anchor>
      ))}
    </>
  );
}

function GatewayFields({ fields }: Pick<Detail, 'fields'>) {
  const { t } = useTranslation();
  return (
    <details className="folded">
      <summary>{t('terminals.detail.fields')}</summary>
      <dl className="facts">
        {fields.map((field) => (
          <div key={field.name} className="contents">
            <dt>
              <bdi dir="ltr" className="id">
                {field.name}
              </bdi>
              {!field.documented && <span className="muted"> · {t('terminals.detail.extra')}</span>}
            </dt>
            <dd>
              <bdi dir="ltr">{field.value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

export function DetailDrawer({ rowId, onClose, onOpen, onReverse }: DetailProps) {
  const { t } = useTranslation();
  const mayMove = useCanMoveMoney('reverse');
  const { value: detail, error } = useDetail(rowId);
  const transaction = detail?.transaction;
  return (
    <SideDrawer
      opened={rowId !== null}
      onClose={onClose}
      title={t('terminals.detail.title')}
      acts={
        transaction && (
          <>
            <Button variant="default" onClick={() => copyAll(detail)}>
              {t('terminals.detail.copyAll')}
            </Button>
            {onReverse && isReversible(transaction) && (
              <GuardedButton guard={mayMove} variant="default" onClick={() => onReverse(transaction)}>
                {t('operations.reversal.start')}
              </GuardedButton>
            )}
          </>
        )
      }
    >
      {error && <ErrorNotice error={error} />}
      {transaction && (
        <div className="stack">
          <div className="stack-8">
            <span className={cancelsOut(transaction) ? 'undone' : undefined}>
              <MoneyText value={shownAmount(transaction)} strong size={28} />
            </span>
            <Answer transaction={transaction} />
            <Flags flags={transaction.flags} />
            <Links row={transaction} onOpen={onOpen} />
          </div>
          <Facts transaction={transaction} />
          <Operations operationIds={detail.operationIds} />
          <TimelineOf what="terminal-row" id={transaction.rowId} />
          <GatewayFields fields={detail.fields} />
        </div>
      )}
    </SideDrawer>
  );
}
