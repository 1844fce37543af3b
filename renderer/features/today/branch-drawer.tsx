/** What the board's figures of one branch are made of, as its PC told it. */
import { Skeleton, Table } from '@mantine/core';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BoardBranch, BranchNow } from '#shared/contract/head-office.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, useEvent } from '../../api/client.ts';
import { waitsTooLong } from '#shared/domain/waiting.ts';
import { useLocale, useNowMs } from '../../app-store.ts';
import { useBranchName } from '../../components/close-texts.tsx';
import { useCounted } from '../../components/counted.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { IdText } from '../../components/id-text.tsx';
import { TotalsText } from '../../components/money-text.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { NotSummed } from '../../components/sums.tsx';
import { AgeText, TimeText } from '../../components/time-text.tsx';
import { formatDate } from '../../i18n/format.ts';
import { NoFigures } from './no-figures.tsx';

export type BranchPart = 'terminals' | 'unknown' | 'days' | 'pcs';

function Part({ name, head, children }: { name: string; head?: ReactNode; children: ReactNode }) {
  return (
    <section className="stack-8">
      <h3 className="drawer-heading">{name}</h3>
      {head}
      {children}
    </section>
  );
}

export function Terminals({ terminals }: Pick<BranchNow, 'terminals'>) {
  const { t } = useTranslation();
  const nowMs = useNowMs();
  const name = t('app.nav.terminals');
  return (
    <Part name={name}>
      <Table className="close-table" verticalSpacing={4} aria-label={name}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('headOffice.terminal')}</Table.Th>
            <Table.Th className="number-cell">{t('today.tile.outstanding')}</Table.Th>
            <Table.Th>{t('today.board.oldest')}</Table.Th>
            <Table.Th>{t('today.board.read')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {terminals.map((terminal) => (
            <Table.Tr key={terminal.terminalId}>
              <Table.Td>
                <bdi>{terminal.label}</bdi>
                {terminal.label !== terminal.terminalId && (
                  <div className="muted">
                    <IdText value={terminal.terminalId} />
                  </div>
                )}
              </Table.Td>
              <Table.Td className="number-cell">
                <TotalsText totals={terminal.outstanding} />
                <div>
                  <NotSummed totals={terminal.notSummed} />
                </div>
              </Table.Td>
              <Table.Td>
                <span className={waitsTooLong(terminal.oldestAtMs, nowMs) ? 'late-text' : undefined}>
                  <AgeText atMs={terminal.oldestAtMs} />
                </span>
              </Table.Td>
              <Table.Td>
                <TimeText atMs={terminal.readAtMs} />
                {!terminal.isReadToday && <div className="muted">{t('today.board.notReadToday')}</div>}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Part>
  );
}

function Unknown({ unknown }: Pick<BranchNow, 'unknown'>) {
  const { t } = useTranslation();
  return (
    <Part name={t('today.tile.notKnown')}>
      {unknown.length === 0 && <p className="muted flush">{t('today.tile.notKnownNone')}</p>}
      <ul className="plain-list">
        {unknown.map(({ opId, kind, terminalId, atMs }) => (
          <li key={opId}>
            {t(`operations.kind.${kind}`, { defaultValue: kind })}{' '}
            {terminalId !== null && <IdText value={terminalId} />} · <TimeText atMs={atMs} dated />
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** `isTold`: what is in neither list is known to be closed. */
type DaysProps = Pick<BranchNow, 'openDays'> & Pick<BoardBranch, 'days'> & { isTold: boolean };

function OpenDays({ openDays, days, isTold }: DaysProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const newer = days.filter(({ state }) => state === 'newer');
  const isEmpty = openDays.length + newer.length === 0;
  if (isEmpty && !isTold) return null;
  return (
    <Part name={t('today.board.openDays')}>
      {isEmpty && <p className="muted flush">{t('today.board.noOpenDays')}</p>}
      <ul className="plain-list">
        {newer.map(({ businessDate }) => (
          <li key={businessDate}>
            {formatDate(businessDate, 'short', locale)} · {t('today.board.newerDay')}
          </li>
        ))}
        {openDays.map(({ businessDate, why, count }) => (
          <li key={businessDate}>
            {formatDate(businessDate, 'short', locale)} · {t(`today.board.why.${why}`)}
            {count > 0 && ` · ${t('terminals.footer.transactions', counted(count))}`}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Pcs({ pcs }: Pick<BoardBranch, 'pcs'>) {
  const { t } = useTranslation();
  return (
    <Part name={t('headOffice.pcs')}>
      <ul className="plain-list">
        {pcs.map(({ id, name, heardAtMs, broken }) => (
          <li key={id}>
            <bdi>{name}</bdi> ·{' '}
            {heardAtMs === null ? t('headOffice.noEntry') : <TimeText atMs={heardAtMs} dated />}
            {broken && ` · ${t('headOffice.notFit', { name })}`}
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** Null while it is asked for. */
function useBranchNow(branchKey: string) {
  const [now, setNow] = useState<BranchNow | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const load = useCallback(() => {
    void call('headOffice.branch', { branchKey }).then((answer) => {
      if (answer.ok) setNow(answer.value);
      setError(answer.ok ? null : answer.error);
    });
  }, [branchKey]);
  useEffect(load, [load]);
  useEvent('headOffice.news', load);
  return { now, error, load };
}

type DrawerProps = { branch: BoardBranch; part: BranchPart; onClose: () => void };

/** The part that was asked for comes first. */
export function BranchDrawer({ branch, part, onClose }: DrawerProps) {
  const { t } = useTranslation();
  const branchName = useBranchName()(branch);
  const { now, error, load } = useBranchNow(branch.branchKey);
  const isTold = branch.now !== null;
  const parts: Record<BranchPart, ReactNode> = {
    terminals: isTold && now && <Terminals key="terminals" terminals={now.terminals} />,
    unknown: isTold && now && <Unknown key="unknown" unknown={now.unknown} />,
    // All days without a Z would be in it.
    days: !branch.newer && now && (
      <OpenDays key="days" openDays={now.openDays} days={branch.days} isTold={isTold} />
    ),
    pcs: <Pcs key="pcs" pcs={branch.pcs} />,
  };
  const { [part]: first, ...others } = parts;
  return (
    <SideDrawer opened onClose={onClose} title={<bdi>{branchName}</bdi>}>
      <div className="stack">
        {branch.now ? (
          <p className="muted flush">
            {t('today.board.toldBy', { name: branch.now.pcName })} <TimeText atMs={branch.now.toldAtMs} />
          </p>
        ) : (
          <p className="flush">
            <NoFigures branch={branch} />
          </p>
        )}
        {error && <ErrorNotice error={error} onRetry={load} />}
        {!now && !error && <Skeleton height={200} radius={10} />}
        {now && (
          <>
            {first}
            {Object.values(others)}
          </>
        )}
      </div>
    </SideDrawer>
  );
}
