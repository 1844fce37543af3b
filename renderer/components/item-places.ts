/** The page that has an item. */
import type { ReconcileItem } from '#shared/contract/reconciliation-items.ts';
import { earlySubject } from '#shared/domain/bridge-subject.ts';
import { bridgePath } from './bridge-path.ts';

/** `search`: what the list there is to be narrowed to. */
type Place = { href: string; key: 'day' | 'settled' | 'bridge' | 'import'; search?: string };

/** The first is where the item itself is; of a settled transaction the bridge of its window follows. */
export function placesOf({ source, reference, orderId }: ReconcileItem): Place[] {
  const bridge = (name: string): Place => ({ href: bridgePath(name), key: 'bridge' });
  switch (source.kind) {
    case 'closed':
      return [{ href: `/close/day/${encodeURIComponent(source.closingId)}`, key: 'day' }];
    case 'settled':
      return [
        { href: '/settlement/settled', key: 'settled', search: reference ?? orderId ?? '' },
        ...(source.windowId === null ? [] : [bridge(source.windowId)]),
      ];
    case 'window':
      return [bridge(source.windowId)];
    case 'early':
      return [bridge(earlySubject(source.requestId))];
    case 'line':
      return [{ href: `/reconcile/imports/${encodeURIComponent(source.importId)}`, key: 'import' }];
  }
}
