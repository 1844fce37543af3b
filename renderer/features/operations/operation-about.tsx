/** What an operation is about: the terminal by its name, or the order or request by its word; the id small behind it. */
import type { TFunction } from 'i18next';
import { Fragment, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { MovementKind } from '#shared/domain/operation.ts';
import { SmallId, useTerminalName } from '../../components/terminal-names.tsx';

export type About = {
  kind: MovementKind;
  /** What it was sent for: an order, a request or a terminal. */
  target: string | null;
  terminalId: string | null;
};

const wordOf = (t: TFunction, kind: MovementKind): string => {
  if (kind === 'payout' || kind === 'payout-batch') return t('operations.transferId');
  return t(kind === 'instant-settlement' ? 'operations.salesOf' : 'operations.order');
};

/** Its name, and the ids behind it: of a terminal with a name only what was moved there. */
function partsOf(t: TFunction, { kind, target, terminalId }: About, nameOf: (id: string) => string | null) {
  if (terminalId === null)
    return target === null ? { name: null, ids: [] } : { name: wordOf(t, kind), ids: [target] };
  const name = nameOf(terminalId);
  const ids = name === null ? [terminalId, target] : [target ?? terminalId];
  return { name: name ?? t('terminals.column.label'), ids: [...new Set(ids)].filter((id) => id !== null) };
}

export function useAboutText(): (about: About) => string {
  const { t } = useTranslation();
  const nameOf = useTerminalName();
  return useCallback(
    (about) => {
      const { name, ids } = partsOf(t, about, nameOf);
      return name === null ? '' : [name, ids.join(' · ')].join(' ');
    },
    [t, nameOf],
  );
}

/** The terminal by its name alone, where its row or its drawer has the ids; else all that names it. */
export function OperationPlace(about: About) {
  const { name } = partsOf(useTranslation().t, about, useTerminalName());
  return about.terminalId !== null && name !== null ? <bdi>{name}</bdi> : <OperationAbout {...about} />;
}

export function OperationAbout(about: About) {
  const { t } = useTranslation();
  const { name, ids } = partsOf(t, about, useTerminalName());
  if (name === null) return <span className="muted">—</span>;
  return (
    <>
      <bdi>{name}</bdi>{' '}
      {ids.map((id, place) => (
        <Fragment key={id}>
          {place > 0 && <span className="muted"> · </span>}
          <SmallId value={id} />
        </Fragment>
      ))}
    </>
  );
}
