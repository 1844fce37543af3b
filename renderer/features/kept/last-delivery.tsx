/** Of a webhook: the newest of its deliveries that are kept, with the way to all of them. */
import { Anchor } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { KeptRow } from '#shared/contract/kept.ts';
import { call, toldElsewhere } from '../../api/client.ts';
import { CellText } from './cells.tsx';

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
