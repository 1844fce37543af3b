/** Each branch as it stands now. Every figure opens what it is made of. */
import { Anchor, Table, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconClockExclamation, IconQuestionMark } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BoardBranch, BoardFigures } from '#shared/contract/head-office.ts';
import type { Total } from '#shared/contract/terminals.ts';
import type { BoardFilter } from '#shared/domain/head-office.ts';
import { waitsTooLong } from '#shared/domain/waiting.ts';
import { useLocale, useNowMs } from '../../app-store.ts';
import { useAmountHead } from '../../components/amount-head.ts';
import { useBranchName } from '../../components/close-texts.tsx';
import { useCounted } from '../../components/counted.ts';
import { TotalsText } from '../../components/money-text.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { NotSummed } from '../../components/sums.tsx';
import { formatAge, formatCount } from '../../i18n/format.ts';
import { heardAtMs } from './board-selectors.ts';
import type { BranchPart } from './branch-drawer.tsx';
import { NoFigures } from './no-figures.tsx';

type Open = (branch: BoardBranch, part: BranchPart) => void;
type FigureProps = {
  /** What it is of, for who does not see the head of its column. */
  name: string;
  tone?: 'late' | 'unknown' | undefined;
  icon?: ReactNode;
  onClick: () => void;
  children: ReactNode;
};

const Figure = ({ name, tone, icon, onClick, children }: FigureProps) => (
  <UnstyledButton className="board-figure" data-tone={tone} onClick={onClick}>
    {tone && icon}
    <span className="visually-hidden">{name}: </span>
    {children}
  </UnstyledButton>
);

/** `zero`: what stands where nothing is outstanding, in the currency of the other branches. */
type RowProps = { branch: BoardBranch; zero: Total[]; onOpen: Open };

function LiveCells({ branch, zero, onOpen }: RowProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const counted = useCounted();
  const branchName = useBranchName()(branch);
  const { now } = branch;
  if (!now)
    return (
      <Table.Td colSpan={4}>
        <NoFigures branch={branch} />
      </Table.Td>
    );
  const late = waitsTooLong(now.oldestAtMs, nowMs);
  const open = (part: BranchPart) => () => onOpen(branch, part);
  const nameOf = (column: string) => `${branchName}, ${column}`;
  return (
    <>
      <Table.Td className="number-cell">
        <Figure name={nameOf(t('today.tile.outstanding'))} onClick={open('terminals')}>
          <TotalsText totals={now.outstandingCount > 0 ? now.outstanding : zero} strong />
          <span className="muted size-12">
            {t('terminals.footer.transactions', counted(now.outstandingCount))}
          </span>
        </Figure>
        <div>
          <NotSummed totals={now.notSummed} />
        </div>
      </Table.Td>
      <Table.Td className="number-cell">
        <Figure
          name={nameOf(t('today.board.oldest'))}
          tone={late ? 'late' : undefined}
          icon={<IconClockExclamation size={16} aria-hidden />}
          onClick={open('terminals')}
        >
          {now.oldestAtMs === null ? '—' : formatAge(now.oldestAtMs, nowMs, locale)}
        </Figure>
      </Table.Td>
      <Table.Td className="number-cell">
        <Figure name={nameOf(t('today.board.notRead'))} onClick={open('terminals')}>
          {t('today.board.of', {
            some: formatCount(now.notRead, locale),
            all: formatCount(now.terminalCount, locale),
          })}
        </Figure>
      </Table.Td>
      <Table.Td className="number-cell">
        <Figure
          name={nameOf(t('today.tile.notKnown'))}
          tone={now.unknownCount > 0 ? 'unknown' : undefined}
          icon={<IconQuestionMark size={16} aria-hidden />}
          onClick={open('unknown')}
        >
          {formatCount(now.unknownCount, locale)}
        </Figure>
      </Table.Td>
    </>
  );
}

function BranchRow({ branch, zero, onOpen }: RowProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const branchName = useBranchName()(branch);
  const heard = heardAtMs(branch);
  const broken = branch.pcs.filter((pc) => pc.broken);
  return (
    <Table.Tr data-branch={branch.branchKey}>
      <Table.Th scope="row">
        <Anchor component="button" type="button" inherit onClick={() => onOpen(branch, 'terminals')}>
          <bdi>{branchName}</bdi>
        </Anchor>
        {broken.map(({ id, name }) => (
          <div key={id}>
            <StateChip
              tone="bad"
              icon={<IconAlertTriangle size={14} />}
              label={t('headOffice.notFit', { name })}
            />
          </div>
        ))}
      </Table.Th>
      <LiveCells branch={branch} zero={zero} onOpen={onOpen} />
      <Table.Td className="number-cell">
        <Figure name={`${branchName}, ${t('today.board.heard')}`} onClick={() => onOpen(branch, 'pcs')}>
          {heard === null ? '—' : formatAge(heard, nowMs, locale)}
        </Figure>
      </Table.Td>
    </Table.Tr>
  );
}

/** `only`: the filter that the sum is of. */
type SumProps = { sum: BoardFigures; only: BoardFilter };

/** Of all branches that the filter leaves, whatever stands above. */
function SumRow({ sum, only }: SumProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const counted = useCounted();
  return (
    <Table.Tr className="board-sum">
      <Table.Th scope="row">
        {only === 'all'
          ? t('terminals.filter.allBranches')
          : t(`today.board.sumOf.${only}`, counted(sum.branches))}
        {sum.notIncluded > 0 && (
          <div className="muted size-12">{t('today.board.notIncluded', counted(sum.notIncluded))}</div>
        )}
      </Table.Th>
      <Table.Td className="number-cell">
        <span className="board-figure">
          <TotalsText totals={sum.outstanding} strong />
          <span className="muted size-12">
            {t('terminals.footer.transactions', counted(sum.outstandingCount))}
          </span>
        </span>
        <div>
          <NotSummed totals={sum.notSummed} />
        </div>
      </Table.Td>
      <Table.Td className="number-cell">
        <span className="board-figure">
          {sum.oldestAtMs === null ? '—' : formatAge(sum.oldestAtMs, nowMs, locale)}
        </span>
      </Table.Td>
      <Table.Td className="number-cell">
        <span className="board-figure">
          {t('today.board.of', {
            some: formatCount(sum.notRead, locale),
            all: formatCount(sum.terminals, locale),
          })}
        </span>
      </Table.Td>
      <Table.Td className="number-cell">
        <span className="board-figure" data-tone={sum.unknown > 0 ? 'unknown' : undefined}>
          {sum.unknown > 0 && <IconQuestionMark size={16} aria-hidden />}
          {formatCount(sum.unknown, locale)}
        </span>
      </Table.Td>
      <Table.Td />
    </Table.Tr>
  );
}

type NowProps = SumProps & { branches: BoardBranch[]; onOpen: Open };

export function BoardNow({ branches, sum, only, onOpen }: NowProps) {
  const { t } = useTranslation();
  const [first, ...others] = sum.outstanding;
  const zero = first && others.length === 0 ? [{ count: 0, amount: { ...first.amount, minor: 0n } }] : [];
  const { className, amountHead } = useAmountHead(
    [...sum.outstanding, ...sum.notSummed].map(({ amount }) => amount),
  );
  return (
    <section className="card" aria-labelledby="board-now">
      <h2 id="board-now" className="today-heading">
        {t('today.board.now')}
      </h2>
      <Table
        className={`close-table board-table ${className}`}
        verticalSpacing={4}
        aria-labelledby="board-now"
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('terminals.column.branch')}</Table.Th>
            <Table.Th className="number-cell">{amountHead(t('today.tile.outstanding'))}</Table.Th>
            <Table.Th className="number-cell">{t('today.board.oldest')}</Table.Th>
            <Table.Th className="number-cell">{t('today.board.notRead')}</Table.Th>
            <Table.Th className="number-cell">{t('today.tile.notKnown')}</Table.Th>
            <Table.Th className="number-cell">{t('today.board.heard')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {branches.map((branch) => (
            <BranchRow key={branch.branchKey} branch={branch} zero={zero} onOpen={onOpen} />
          ))}
        </Table.Tbody>
        {sum.branches > 1 && (
          <Table.Tfoot>
            <SumRow sum={sum} only={only} />
          </Table.Tfoot>
        )}
      </Table>
    </section>
  );
}
