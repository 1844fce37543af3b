/** Step 4: what was counted, of each terminal, or per payment type. What is typed is kept as it was typed. */
import { Table } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { Fragment, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClosingDetail } from '#shared/contract/closing-day.ts';
import { kindOfLine, lineKey } from '#shared/domain/closing.ts';
import { isReturn } from '#shared/domain/kinds/index.ts';
import { useAmountHead } from '../../../components/amount-head.ts';
import { useCounted } from '../../../components/counted.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { GuardedButton } from '../../../components/guarded-button.tsx';
import { useMay } from '../../../people-store.ts';
import { AddLine } from '../add-line.tsx';
import {
  agree,
  groupOf,
  isChanged,
  isMissing,
  isWrong,
  sumLines,
  typedLines,
  useLines,
  type ShownLine,
} from '../count-lines.ts';
import { isDone, stepOf } from '../selectors.ts';
import { InTheWay, ReasonedButton, StepFrame } from '../step-frame.tsx';
import { useClosing } from '../store.ts';
import { useBlockText, useLineName } from '../texts.tsx';
import { CountRow, NetRow, SumRow } from './count-rows.tsx';

const fieldsOf = (form: HTMLElement): HTMLElement[] => [
  ...form.querySelectorAll<HTMLElement>('.count-input input, .count-save'),
];
function goTo(field: HTMLElement | undefined): void {
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
}

/** The first field after those of the group, or the button. */
const afterGroup = (form: HTMLElement, group: string): HTMLElement | undefined => {
  const fields = fieldsOf(form);
  const last = fields.findLastIndex((field) => field.dataset['group'] === group);
  return fields[last + 1];
};

/** Enter goes to the next field, and from the last one to the button; "=" says that all of a terminal agrees. */
function onKey(
  event: KeyboardEvent<HTMLFormElement>,
  lines: readonly ShownLine[],
  seesExpected: boolean,
): void {
  const { target, currentTarget: form } = event;
  if (!(target instanceof HTMLInputElement) || !target.id.startsWith('count-')) return;
  const { group } = target.dataset;
  if (event.key === '=' && seesExpected && group !== undefined && !target.readOnly) {
    event.preventDefault();
    agree(lines.filter((shown) => groupOf(shown) === group));
    goTo(afterGroup(form, group));
  } else if (event.key === 'Enter') {
    event.preventDefault();
    const fields = fieldsOf(form);
    goTo(fields[fields.indexOf(target) + 1]);
  }
}

type HeadProps = { closing: ClosingDetail; amountHead: (name: string) => string };

function CountHead({ closing, amountHead }: HeadProps) {
  const { t } = useTranslation();
  const { blind, countBy, countSlips } = closing;
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th>
          {t(countBy === 'terminal' ? 'reports.column.terminal' : 'terminals.column.paymentType')}
        </Table.Th>
        {!blind && (
          <>
            <Table.Th className="number-cell">{t('closing.column.count')}</Table.Th>
            <Table.Th className="number-cell">{amountHead(t('closing.column.expected'))}</Table.Th>
          </>
        )}
        <Table.Th className="number-cell count-head" w={200}>
          {amountHead(t('closing.column.counted'))}
        </Table.Th>
        {countBy === 'terminal' && countSlips && <Table.Th w={100}>{t('closing.column.slips')}</Table.Th>}
        {!blind && <Table.Th className="number-cell">{amountHead(t('closing.column.difference'))}</Table.Th>}
      </Table.Tr>
    </Table.Thead>
  );
}

type TableProps = { closing: ClosingDetail; lines: ShownLine[]; onLeave: () => void };

function CountTable({ closing, lines, onLeave }: TableProps) {
  const { t } = useTranslation();
  const lineName = useLineName(closing.terminals);
  const may = useMay('close.count');
  const { blind, countBy, countSlips } = closing;
  const withSlips = countBy === 'terminal' && countSlips;
  const agreeing = (shown: ShownLine) => {
    const mayAgree = may.allowed && !blind && shown.line.expected !== null;
    return mayAgree && shown.text === '' ? () => agree([shown]) : null;
  };
  const { className, amountHead } = useAmountHead(lines.map(({ line }) => line));
  return (
    <Table
      aria-label={t('closing.step.name.count')}
      className={`close-table ${className}`}
      data-blind={blind || undefined}
    >
      <CountHead closing={closing} amountHead={amountHead} />
      <Table.Tbody>
        {lines.map((shown) => (
          <CountRow
            key={lineKey(shown.line)}
            shown={shown}
            name={lineName(shown.line)}
            blind={blind}
            withSlips={withSlips}
            onAgree={agreeing(shown)}
            onLeave={onLeave}
          />
        ))}
      </Table.Tbody>
      {lines.length > 1 && (
        <Table.Tfoot>
          {[...Map.groupBy(sumLines(lines), ({ currency }) => currency)].map(([currency, sums]) => (
            <Fragment key={currency}>
              {sums.map((sum) => (
                <SumRow key={sum.side} sum={sum} blind={blind} withSlips={withSlips} />
              ))}
              {sums.length > 1 && <NetRow sums={sums} blind={blind} withSlips={withSlips} />}
            </Fragment>
          ))}
        </Table.Tfoot>
      )}
    </Table>
  );
}

function CountForm({ closing }: { closing: ClosingDetail }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { saveCount, busy, keepTyped } = useClosing();
  const may = useMay('close.count');
  const lines = useLines(closing);
  const missing = lines.filter(isMissing).length;
  const wrong = lines.filter(isWrong).length;
  const changed = lines.some(isChanged);
  const done = isDone(closing, 'count');
  // A blind count is saved whole; until then each field keeps what is typed.
  const isOff = wrong > 0 || missing === lines.length || (closing.blind && missing > 0);
  // A whole count is stored by a person only: a blind one shows what is expected from then on.
  const listed = new Set(closing.lines.map(lineKey));
  const whole = !lines.some((shown) => listed.has(lineKey(shown.line)) && isMissing(shown));
  const keep = () => void (changed && !whole && keepTyped(typedLines(lines)));
  return (
    <form
      className="close-form"
      onKeyDown={(event) => onKey(event, lines, !closing.blind)}
      onSubmit={(event) => {
        event.preventDefault();
        void saveCount(typedLines(lines));
      }}
    >
      <CountTable closing={closing} lines={lines} onLeave={keep} />
      {may.allowed && <AddLine closing={closing} lines={lines.map(({ line }) => line)} />}
      {(changed || (!done && lines.length > 0)) && (
        <div className="close-actions">
          <GuardedButton
            guard={may}
            type="submit"
            className="count-save"
            loading={busy === 'closing.count'}
            disabled={isOff}
          >
            {t(
              !closing.blind && missing > 0 && missing < lines.length
                ? 'closing.count.savePart'
                : 'closing.count.save',
            )}
          </GuardedButton>
          <span className="muted" role="status">
            {wrong > 0
              ? t('closing.count.wrong', counted(wrong))
              : isOff && missing > 0
                ? t('closing.block.not-counted', counted(missing))
                : ''}
          </span>
        </div>
      )}
    </form>
  );
}

/** Says how this branch counts, or what the step is for if there is nothing to count. */
const countText = ({ blind, lines, countBy }: ClosingDetail, done: boolean) => {
  const withReturns = lines.some((line) => isReturn(kindOfLine(line)));
  if (blind) return withReturns ? 'closing.count.blindReturns' : 'closing.count.blindText';
  if (lines.length === 0 || done) return 'closing.step.text.count';
  return countBy === 'terminal' ? 'closing.count.byTerminal' : 'closing.count.byType';
};

/** How many lines are still to count, by what is typed. Once all are typed: what else is in the way. */
export function CountAnswer({ closing }: { closing: ClosingDetail }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const lines = useLines(closing);
  const blocked = stepOf(closing, 'count').blocked?.reason ?? 'not-counted';
  const wrong = lines.filter(isWrong).length;
  const missing = lines.filter(isMissing).length;
  if (wrong > 0) return t('closing.count.wrong', counted(wrong));
  if (missing === lines.length) return t('closing.count.toCount', counted(missing));
  if (missing > 0)
    return t('closing.count.leftOf', { ...counted(missing), total: counted(lines.length).number });
  if (isDone(closing, 'count')) return t('closing.count.allCounted');
  return blocked === 'not-counted' ? t('closing.count.entered') : <InTheWay closing={closing} step="count" />;
}

export function CountStep({ closing }: { closing: ClosingDetail }) {
  const { t } = useTranslation();
  const { run, busy, typed, added } = useClosing();
  const may = useMay('close.count');
  const blockText = useBlockText(closing);
  const { blocked } = stepOf(closing, 'count');
  const done = isDone(closing, 'count');
  const unsaved = Object.keys(typed).length > 0 || added.length > 0 || (!done && closing.lines.length > 0);
  if (closing.frozenAtMs === null) {
    const inTheWay = blocked && blocked.reason !== 'not-frozen' ? blockText(blocked) : null;
    return (
      <StepFrame
        closing={closing}
        step="count"
        may={may}
        action={
          <ReasonedButton
            reason={may.allowed ? inTheWay : may.reason}
            loading={busy === 'closing.freeze'}
            onClick={() => void run('closing.freeze', {})}
          >
            {t('closing.count.begin')}
          </ReasonedButton>
        }
      >
        <EmptyState
          icon={<IconCash size={28} />}
          title={t('closing.count.beginTitle')}
          text={t('closing.count.beginText')}
        />
      </StepFrame>
    );
  }
  const isEmpty = closing.lines.length === 0 && added.length === 0;
  return (
    <StepFrame
      closing={closing}
      step="count"
      quiet={unsaved}
      text={t(countText(closing, done))}
      may={may}
      {...(!isEmpty && { answer: <CountAnswer closing={closing} /> })}
    >
      {isEmpty && (
        <EmptyState
          icon={<IconCash size={28} />}
          title={t('closing.count.nothingTitle')}
          text={t('closing.count.nothingText')}
        />
      )}
      <CountForm closing={closing} />
    </StepFrame>
  );
}
