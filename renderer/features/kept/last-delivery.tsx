/** Of a webhook: the newest of its deliveries that are kept, with the way to all of them. */
import { Anchor } from '@mantine/core';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { KeptRow } from '#shared/contract/kept.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import { call } from '../../api/client.ts';
import { onKeptList, useAskedAgain } from '../../components/asked-again.ts';
import { CellText } from './cells.tsx';
import { textIn } from './text-in.ts';

/** `several`: a delivery names its webhook by its name, and more than one has this. */
export type Newest = KeptRow | 'several' | null;

const WHOLE = { sort: null, cursor: null } as const;
const MOST_OF_A_NAME = 100;
/** No filter takes a longer word. */
const LONGEST_NAME = 100;

export async function askNewest(webhook: string): Promise<Result<Newest>> {
  const alike = await call('kept.page', {
    ...WHOLE,
    name: 'webhooks',
    filter: { text: webhook, words: {} },
    limit: MOST_OF_A_NAME,
  });
  if (!alike.ok) return alike;
  if (alike.value.rows.filter((row) => textIn(row, 'webhook') === webhook).length > 1) return ok('several');
  const newest = await call('kept.page', {
    ...WHOLE,
    name: 'deliveries',
    filter: { text: '', words: { toWebhook: webhook } },
    sort: { by: 'created', direction: 'desc' },
    limit: 1,
  });
  return newest.ok ? ok(newest.value.rows[0] ?? null) : newest;
}

const onDeliveries = onKeptList('deliveries');

/** By the name of the webhook; a name that is not in it is still asked. Asked again with each change of the deliveries. */
export function useNewestDeliveries(webhooks: readonly string[]): ReadonlyMap<string, Newest> | null {
  const names = JSON.stringify(webhooks);
  const ask = useCallback(async (): Promise<Result<ReadonlyMap<string, Newest>>> => {
    const asked = (JSON.parse(names) as string[]).filter(({ length }) => length <= LONGEST_NAME);
    const found = new Map<string, Newest>();
    for (const [at, newest] of (await Promise.all(asked.map(askNewest))).entries()) {
      if (!newest.ok) return newest;
      found.set(asked[at] ?? '', newest.value);
    }
    return ok(found);
  }, [names]);
  return useAskedAgain(ask, onDeliveries);
}

function Told({ newest }: { newest: Newest }) {
  const { t } = useTranslation();
  if (newest === null) return <p className="muted flush">{t('kept.noneYet')}</p>;
  if (newest === 'several') return <p className="muted flush">{t('kept.severalOfName')}</p>;
  return (
    <p className="flush row-8">
      <CellText kind="word" cell={newest.cells.deliveryState} />
      <span className="muted">
        <CellText kind="time" cell={newest.cells.created} />
      </span>
    </p>
  );
}

export function LastDelivery({ webhook }: { webhook: string }) {
  const { t } = useTranslation();
  const newest = useNewestDeliveries([webhook])?.get(webhook);
  if (newest === undefined) return null;
  return (
    <section className="set-off">
      <h3 className="size-13">{t('kept.lastDelivery')}</h3>
      <Told newest={newest} />
      {newest !== null && (
        <Anchor component={Link} href="/integration/deliveries" size="sm">
          {t('kept.allDeliveries')}
        </Anchor>
      )}
    </section>
  );
}
