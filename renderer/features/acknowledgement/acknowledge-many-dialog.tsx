/** Several terminals with a live result table. */
import { Button, Group, Modal, Table } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isUnknown } from '#shared/domain/operation.ts';
import { sumByCurrency } from '#shared/money/money.ts';
import type { Terminal } from '#shared/contract/terminals.ts';
import { useLocale } from '../../app-store.ts';
import { useErrorText } from '../../components/error-notice.tsx';
import { MoneyList, TotalsText } from '../../components/money-text.tsx';
import { EnvironmentLine } from '../../components/movement-dialog.tsx';
import { formatCount } from '../../i18n/format.ts';
import { useMany, type ManyItem, type ManyStep } from './many-store.ts';

function toneOf(step: ManyStep): string | undefined {
  if (step.kind === 'failed') return 'bad';
  if (step.kind === 'changed') return 'late';
  if (step.kind !== 'ended') return undefined;
  if (step.operation.state === 'SUCCEEDED') return 'good';
  return isUnknown(step.operation.state) ? 'unknown' : 'bad';
}

function StepText({ step }: { step: ManyStep }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const errorText = useErrorText();
  const words = () => {
    switch (step.kind) {
      case 'waiting':
      case 'reading':
      case 'ready':
      case 'sending':
        return t(`operations.many.${step.kind}`);
      case 'changed':
        return t('operations.many.changed', {
          count: step.preparation.count,
          number: formatCount(step.preparation.count, locale),
        });
      case 'failed':
        return errorText(step.error).title;
      case 'ended':
        if (step.operation.state === 'SUCCEEDED')
          return t('operations.ack.done', { count: step.count, number: formatCount(step.count, locale) });
        return isUnknown(step.operation.state)
          ? t('operations.ending.unknown')
          : t('operations.ending.refused');
    }
  };
  return (
    <span className="chip" data-tone={toneOf(step)} style={{ whiteSpace: 'normal' }}>
      {words()}
    </span>
  );
}

const preparationOf = ({ step }: ManyItem) =>
  step.kind === 'ready' || step.kind === 'changed' ? step.preparation : null;

export function AcknowledgeManyDialog({
  terminals,
  onClose,
}: {
  terminals: Terminal[];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { items, phase, prepare, send, stop, stopAsked, leave } = useMany();
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void prepare(terminals);
  }, [prepare, terminals]);
  const ready = items.flatMap((item) => preparationOf(item) ?? []);
  const count = ready.reduce((sum, preparation) => sum + preparation.count, 0);
  const amounts = sumByCurrency(
    ready.flatMap((preparation) => preparation.totals.map((total) => total.amount)),
  );
  const sending = phase === 'sending';
  const close = () => {
    leave();
    onClose();
  };
  return (
    <Modal
      opened
      onClose={close}
      size={760}
      closeOnClickOutside={false}
      closeOnEscape={!sending}
      withCloseButton={!sending}
      title={<strong style={{ fontSize: 16 }}>{t('operations.many.title')}</strong>}
      closeButtonProps={{ 'aria-label': t('app.actions.close') }}
    >
      <div style={{ display: 'grid', gap: 14 }}>
        <div className="muted" style={{ fontSize: 13 }}>
          {t('app.movement.on')} <EnvironmentLine />
        </div>
        <Table aria-label={t('operations.many.title')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('terminals.column.label')}</Table.Th>
              <Table.Th ta="end">{t('terminals.column.count')}</Table.Th>
              <Table.Th ta="end">{t('terminals.column.amount')}</Table.Th>
              <Table.Th w={280}>{t('operations.many.result')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map((item) => (
              <Table.Tr key={item.terminal.terminalId}>
                <Table.Td>{item.terminal.label}</Table.Td>
                <Table.Td ta="end">{preparationOf(item)?.count ?? ''}</Table.Td>
                <Table.Td ta="end">
                  {preparationOf(item) && <TotalsText totals={preparationOf(item)?.totals ?? []} />}
                </Table.Td>
                <Table.Td>
                  <StepText step={item.step} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {phase === 'confirming' && ready.length > 0 && (
          <div>
            {t('operations.many.sum', { count, number: formatCount(count, locale) })}{' '}
            <MoneyList values={amounts} strong />
            <div className="muted">{t('operations.ack.consequence')}</div>
          </div>
        )}
        <Group justify="flex-end">
          {sending ? (
            <Button variant="default" onClick={stop} disabled={stopAsked}>
              {t('operations.many.stop')}
            </Button>
          ) : (
            <Button variant="default" onClick={close} data-autofocus>
              {phase === 'ended' ? t('app.actions.close') : t('app.actions.cancel')}
            </Button>
          )}
          {phase !== 'ended' && (
            <Button
              color="dark"
              disabled={phase !== 'confirming' || ready.length === 0}
              loading={sending}
              onClick={() => void send()}
              data-testid="confirm-movement"
            >
              {t('operations.ack.confirm', { count, number: formatCount(count, locale) })}
            </Button>
          )}
        </Group>
      </div>
    </Modal>
  );
}
