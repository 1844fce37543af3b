/** Rows of a sheet: their cells with what is wrong beside each, and what happens with the row. */
import { Button, Table } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleDashed,
  IconCircleDotted,
  IconDoorExit,
  IconHandStop,
  IconQuestionMark,
  IconUser,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Sheet, SheetRow } from '#shared/contract/sheets.ts';
import { sheetColumns, type SheetColumn, type SheetKind } from '#shared/domain/sheets.ts';
import { call } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { StateChip, type Tone } from '../../components/state-chip.tsx';
import { orTell } from '../../components/tell-error.tsx';
import { formatDate, formatDecimal, type Locale } from '../../i18n/format.ts';
import { SheetCell, SheetTable } from './sheet-table.tsx';
import { saidOf, useRows, type SheetFilter } from './store.ts';

const LOOKS: Readonly<Record<SheetRow['state'], { tone: Tone; Icon: typeof IconCheck }>> = {
  wrong: { tone: 'late', Icon: IconAlertTriangle },
  'left-out': { tone: 'neutral', Icon: IconDoorExit },
  unchecked: { tone: 'neutral', Icon: IconCircleDashed },
  ready: { tone: 'accent', Icon: IconCircleDotted },
  done: { tone: 'good', Icon: IconCheck },
  refused: { tone: 'bad', Icon: IconHandStop },
  'not-known': { tone: 'unknown', Icon: IconQuestionMark },
  'by-person': { tone: 'neutral', Icon: IconUser },
};
/** A row may be left out, or sent all the same, as long as nothing was sent of it. */
const OPEN: readonly SheetRow['state'][] = ['left-out', 'unchecked', 'ready'];

const DECIMAL = /^\d+(?:\.\d+)?$/;
const ISO_DAY = /^\d{4}-\d\d-\d\d$/;

function Doubt({
  kind,
  row: { row, doubt, sends, state },
  isBusy,
}: {
  kind: SheetKind;
  row: SheetRow;
  isBusy: boolean;
}) {
  const { t } = useTranslation();
  const counted = useCounted();
  if (!doubt) return null;
  const like =
    doubt.like === 'row'
      ? t('sheets.doubt.row', { row: counted(doubt.row).number })
      : t(doubt.like === 'attempt' ? 'sheets.doubt.attempt' : `sheets.doubt.${kind}`, {
          name: `\u2068${doubt.name}\u2069`,
        });
  const other = doubt.like === 'attempt' ? 'sheets.doubt.anyway' : (`sheets.doubt.other.${kind}` as const);
  const action = t(sends ? 'sheets.doubt.same' : other);
  return (
    <div className="sheet-problem">
      {like}{' '}
      {OPEN.includes(state) && (
        <Button
          size="compact-xs"
          variant="default"
          disabled={isBusy}
          aria-label={`${action}: ${counted(row).number}`}
          onClick={() => void orTell(call('sheets.choose', { kind, row, sends: !sends }))}
        >
          {action}
        </Button>
      )}
    </div>
  );
}

/** An amount and a day that were understood are shown as everywhere; what was not stays as it was typed. */
function shownCell({ problems }: SheetRow, column: SheetColumn, text: string, locale: Locale): string {
  if (text === '' || problems.some((one) => one.column === column && one.problem !== 'date-past'))
    return text;
  if (column === 'amount' && DECIMAL.test(text)) return formatDecimal(text, locale);
  return column === 'due' && ISO_DAY.test(text) ? formatDate(text, 'plain', locale) : text;
}

function Line({ kind, row, isBusy }: { kind: SheetKind; row: SheetRow; isBusy: boolean }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const { tone, Icon } = LOOKS[row.state];
  return (
    <Table.Tr>
      <Table.Td className="number-cell muted">{counted(row.row).number}</Table.Td>
      {sheetColumns[kind].map((column, at) => (
        <SheetCell
          key={column}
          column={column}
          text={shownCell(row, column, row.cells[at] ?? '', locale)}
          problems={row.problems}
        />
      ))}
      <Table.Td>
        <StateChip tone={tone} icon={<Icon size={16} />} label={t(`sheets.state.${row.state}`)} />
        {row.theirs.map((said, at) => (
          <div key={at} className="sheet-problem">
            {t('sheets.gatewaySays')} <bdi>{saidOf(said, locale.language)}</bdi>
          </div>
        ))}
        <Doubt kind={kind} row={row} isBusy={isBusy} />
      </Table.Td>
    </Table.Tr>
  );
}

export function SheetRows({ kind, sheet, isBusy }: { kind: SheetKind; sheet: Sheet; isBusy: boolean }) {
  const { t } = useTranslation();
  const [filter, setFilter] = useState<SheetFilter>('all');
  const { atMs, counts } = sheet;
  const { rows, hasMore, error, more } = useRows(kind, filter, JSON.stringify([atMs, counts, isBusy]));
  return (
    <div className="stack-8">
      <SheetTable
        columns={sheetColumns[kind]}
        filter={filter}
        onFilter={setFilter}
        notice={error && <ErrorNotice error={error} />}
        hasNone={rows.length === 0 && !error}
      >
        {rows.map((row) => (
          <Line key={row.row} kind={kind} row={row} isBusy={isBusy} />
        ))}
      </SheetTable>
      {hasMore && (
        <div>
          <Button size="compact-sm" variant="default" onClick={more}>
            {t('sheets.more')}
          </Button>
        </div>
      )}
    </div>
  );
}
