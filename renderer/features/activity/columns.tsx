/** The columns of the activity list, and the words of what was done. */
import { IconArrowsExchange, IconCheck, IconFileText, IconHandStop } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Activity, RecordEntry } from '#shared/contract/activity.ts';
import type { Money } from '#shared/money/money.ts';
import { amountsText } from '../../components/columns.tsx';
import type { GridColumn } from '../../components/grid-columns.ts';
import { useEventDetail, useEventSubject } from '../../components/event-subject.ts';
import { actionText } from '../../components/event-texts.ts';
import { TotalsText } from '../../components/money-text.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { SmallId } from '../../components/terminal-names.tsx';
import { TimeText } from '../../components/time-text.tsx';
import {
  OperationAbout,
  OperationStateChip,
  operationStateText,
  useAboutText,
} from '../operations/index.tsx';

export const whatText = (t: TFunction, row: Activity): string =>
  row.kind === 'entry'
    ? actionText(t, row.action)
    : t(`activity.act.${row.code}`, { movement: t(`operations.kind.${row.movement}`) });

const GOOD: readonly string[] = ['ok', 'works'];
const outcomeText = (t: TFunction, outcome: string): string =>
  GOOD.includes(outcome) ? t('activity.outcome.ok') : t('activity.outcome.failed');

export function OutcomeChip({ outcome }: { outcome: string }) {
  const { t } = useTranslation();
  const good = GOOD.includes(outcome);
  return (
    <StateChip
      tone={good ? 'good' : 'bad'}
      icon={good ? <IconCheck size={16} /> : <IconHandStop size={16} />}
      label={outcomeText(t, outcome)}
    />
  );
}

const amountsOf = (row: Activity): Money[] =>
  row.kind === 'act' ? row.totals.map(({ amount }) => amount) : [];

const amountCell = (row: Activity) =>
  row.kind === 'act' ? <TotalsText totals={row.totals} movement={row.movement} /> : null;

const pcText = (t: TFunction, row: Activity): string =>
  (row.kind === 'entry' && row.pc?.name) || t('headOffice.thisPc');

/** Who signs in or locks is the one that it is about: the column beside it says so. */
const OF_ONESELF: readonly string[] = ['person.signed-in', 'person.locked'];

/** What an entry is about: names and amounts first, an id that a person can know behind them. */
function useEntryParts(): (entry: RecordEntry) => { names: string[]; id: string | null } {
  const subjectOf = useEventSubject();
  const detailOf = useEventDetail();
  return useCallback(
    (entry) => {
      const { name, isId } = subjectOf(entry);
      const isSelf = OF_ONESELF.includes(entry.action) && name === entry.actor;
      const parts = [isId || isSelf ? null : name, detailOf(entry)];
      const names = parts.filter((part) => part !== null && part !== '') as string[];
      return { names, id: isId && name !== '' ? name : null };
    },
    [subjectOf, detailOf],
  );
}

type Act = Extract<Activity, { kind: 'act' }>;

const aboutAct = ({ movement, target, terminalId }: Act) => ({
  kind: movement,
  target,
  terminalId,
});

function About({ row }: { row: Activity }) {
  const partsOf = useEntryParts();
  if (row.kind === 'act') return <OperationAbout {...aboutAct(row)} />;
  const { names, id } = partsOf(row);
  return (
    <>
      <bdi>{names.join(' · ')}</bdi> {id !== null && <SmallId value={id} />}
    </>
  );
}

/** The same as text. */
function useAboutOf(): (row: Activity) => string {
  const partsOf = useEntryParts();
  const actText = useAboutText();
  return useCallback(
    (row) => {
      if (row.kind === 'act') return actText(aboutAct(row));
      const { names, id } = partsOf(row);
      return [...names, ...(id === null ? [] : [id])].join(' · ');
    },
    [partsOf, actText],
  );
}

/** Only where there are other PCs. */
const pcColumn = (t: TFunction): GridColumn<Activity> => ({
  id: 'pc',
  header: t('activity.column.pc'),
  width: 140,
  render: (row) =>
    row.kind === 'entry' && row.pc ? (
      <bdi>{row.pc.name}</bdi>
    ) : (
      <span className="muted">{pcText(t, row)}</span>
    ),
  text: (row) => pcText(t, row),
});

const amountColumn = (t: TFunction): GridColumn<Activity> => ({
  id: 'amount',
  header: t('activity.column.amount'),
  width: 110,
  align: 'end',
  amounts: amountsOf,
  render: amountCell,
  text: (row) => amountsText(amountsOf(row)),
});

const whatColumn = (t: TFunction): GridColumn<Activity> => ({
  id: 'what',
  header: t('activity.column.what'),
  width: 270,
  pinned: true,
  render: (row) => (
    <span className="activity-what">
      {row.kind === 'act' ? <IconArrowsExchange size={16} /> : <IconFileText size={16} />}
      {whatText(t, row)}
    </span>
  ),
  text: (row) => whatText(t, row),
});

type Shown = {
  withPcs: boolean;
  /** A list without any has no column for them. */
  withAmounts: boolean;
  /** Only one kind of act is listed, which the filter says: what each is about comes first. */
  ofOneAct: boolean;
  /** Not where every row would say the same. */
  withOutcomes: boolean;
  /** What the one act that is listed came to. */
  figures?: readonly GridColumn<Activity>[];
};

const NO_FIGURES: readonly GridColumn<Activity>[] = [];

export const isGood = (row: Activity): boolean => row.kind === 'entry' && GOOD.includes(row.outcome);

const outcomeColumn = (t: TFunction): GridColumn<Activity> => ({
  id: 'outcome',
  header: t('activity.column.outcome'),
  flex: 1,
  width: 170,
  render: (row) =>
    row.kind === 'entry' ? <OutcomeChip outcome={row.outcome} /> : <OperationStateChip {...row} />,
  text: (row) => (row.kind === 'entry' ? outcomeText(t, row.outcome) : operationStateText(t, row)),
});

export function useActivityColumns(shown: Shown): GridColumn<Activity>[] {
  const { withPcs, withAmounts, ofOneAct, withOutcomes, figures = NO_FIGURES } = shown;
  const { t } = useTranslation();
  const aboutText = useAboutOf();
  return useMemo(() => {
    const about: GridColumn<Activity> = {
      id: 'about',
      header: t('activity.column.about'),
      width: 260,
      pinned: ofOneAct,
      render: (row) => <About row={row} />,
      text: aboutText,
    };
    return [
      ofOneAct ? about : whatColumn(t),
      ...figures,
      {
        id: 'when',
        header: t('activity.column.when'),
        width: 130,
        render: (row) => <TimeText atMs={row.atMs} dated />,
        text: (row) => new Date(row.atMs).toISOString(),
      },
      {
        id: 'who',
        header: t('activity.column.who'),
        width: 120,
        // The last column takes the rest: a row is opened by a press anywhere on it.
        ...(withOutcomes ? {} : { flex: 1 }),
        render: (row) => <bdi>{row.actor}</bdi>,
        text: (row) => row.actor,
      },
      ...(withPcs ? [pcColumn(t)] : []),
      ...(ofOneAct ? [] : [about]),
      ...(withAmounts ? [amountColumn(t)] : []),
      ...(withOutcomes ? [outcomeColumn(t)] : []),
    ];
  }, [t, aboutText, withPcs, withAmounts, ofOneAct, withOutcomes, figures]);
}
