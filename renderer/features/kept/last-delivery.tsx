/** Of a webhook: the newest of its deliveries that are kept, with the way to all of them. */
import { Anchor } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { KeptRow } from '#shared/contract/kept.ts';
import type { KeptListName } from '#shared/domain/kept-lists.ts';
import { call, toldElsewhere } from '../../api/client.ts';
import type { GridColumn } from '../../components/grid-columns.ts';
import { CellText } from './cells.tsx';
import { textIn } from './text-in.ts';

/** Undefined while that is asked, null if none is kept. */
function useLastDelivery(webhook: string): KeptRow | null | undefined {
  const [last, setLast] = useState<KeptRow | null | undefined>();
  useEffect(() => {
    let isOver = false;
    const asked = call('kept.page', {
      name: 'deliveries',
      filter: { text: '', words: { toWebhook: webhook } },
      sort: { by: 'created', direction: 'desc' },
      cursor: null,
      limit: 1,
    });
    void toldElsewhere(asked, 'the list of deliveries').then((page) => {
      if (!isOver && page) setLast(page.rows[0] ?? null);
    });
    return () => {
      isOver = true;
    };
  }, [webhook]);
  return last;
}

/** In the list of webhooks: whether what it reports arrives. */
function LastDeliveryCell({ webhook }: { webhook: string }) {
  const { t } = useTranslation();
  const last = useLastDelivery(webhook);
  if (last === undefined) return null;
  if (last === null) return <span className="muted">{t('kept.noneCollected')}</span>;
  return (
    <>
      <CellText kind="word" cell={last.cells.deliveryState} />{' '}
      <span className="muted">
        <CellText kind="time" cell={last.cells.created} />
      </span>
    </>
  );
}

/** The columns of a list; behind those of the webhooks how the last of its deliveries ended. */
export function useWithLastDelivery(
  name: KeptListName,
  columns: GridColumn<KeptRow>[],
): GridColumn<KeptRow>[] {
  const { t } = useTranslation();
  return useMemo(() => {
    if (name !== 'webhooks') return columns;
    const [shown, hidden] = [false, true].map((isHidden) =>
      columns.filter((column) => (column.hidden ?? false) === isHidden),
    );
    return [
      ...(shown ?? []).map(({ flex: _flex, ...column }) => column),
      {
        id: 'lastDelivery',
        header: t('kept.column.lastDelivery'),
        width: 200,
        flex: 1,
        sortable: false,
        render: (row: KeptRow) => <LastDeliveryCell webhook={textIn(row, 'webhook') ?? row.key} />,
        text: () => '',
      },
      ...(hidden ?? []),
    ];
  }, [t, name, columns]);
}

export function LastDelivery({ webhook }: { webhook: string }) {
  const { t } = useTranslation();
  const last = useLastDelivery(webhook);
  if (last === undefined) return null;
  return (
    <section className="set-off">
      <h3 className="size-13">{t('kept.lastDelivery')}</h3>
      {last === null ? (
        <p className="muted flush">{t('kept.noDelivery')}</p>
      ) : (
        <p className="flush row-8">
          <CellText kind="word" cell={last.cells.deliveryState} />
          <span className="muted">
            <CellText kind="time" cell={last.cells.created} />
          </span>
        </p>
      )}
      <Anchor component={Link} href="/integration/deliveries" size="sm">
        {t('kept.allDeliveries')}
      </Anchor>
    </section>
  );
}
