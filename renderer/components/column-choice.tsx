/** Which columns of a grid are shown: a person's choice, remembered on this PC. The first column always is. */
import { Button, Checkbox, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { GridColumn } from './grid-columns.ts';
import { useOfLastRows } from './of-last-rows.ts';

/** A column that is shown only if somebody asks for it. */
export type ChoosableColumn<Row> = GridColumn<Row> & { optional?: boolean };
type Choice = Record<string, boolean>;

const keyOf = (gridId: string) => `closeout.columns.${gridId}`;
function readChoice(gridId: string): Choice {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(gridId)) ?? '{}');
    return Object.fromEntries(
      Object.entries(kept ?? {}).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
    );
  } catch {
    // A damaged entry only costs the choice.
    return {};
  }
}

const isChosen = <Row,>({ id, optional = false }: ChoosableColumn<Row>, choice: Choice): boolean =>
  choice[id] ?? !optional;

/** Columns that no row has a value for. Without rows they are those of the last ones, so that the head stays as it is. */
function useNotGiven<Row>(columns: ChoosableColumn<Row>[], rows: Row[]): string {
  const notGiven = useMemo(
    () =>
      columns
        .filter(({ text }) => rows.every((row) => text(row) === ''))
        .map(({ id }) => id)
        .join(' '),
    [columns, rows],
  );
  return useOfLastRows(notGiven, rows.length > 0, '');
}

/** `rows`: a column that none of them has a value for is not shown either; it is not empty, it is not given. */
export function useColumnChoice<Row>(
  gridId: string,
  columns: ChoosableColumn<Row>[],
  rows: Row[],
): { columns: GridColumn<Row>[]; button: ReactNode } {
  const { t } = useTranslation();
  const [choice, setChoice] = useState(() => readChoice(gridId));
  // The grid lays out every cell anew for other columns, so rows that hide none and show none leave the columns as they are.
  const notGiven = useNotGiven(columns, rows);
  const shown = useMemo(() => {
    const empty = new Set(notGiven.split(' '));
    const isHidden = (column: ChoosableColumn<Row>, index: number) =>
      column.hidden === true || (index > 0 && (!isChosen(column, choice) || empty.has(column.id)));
    return columns.map((column, index) => ({ ...column, hidden: isHidden(column, index) }));
  }, [columns, choice, notGiven]);
  const choose = (id: string, chosen: boolean) => {
    const next = { ...choice, [id]: chosen };
    localStorage.setItem(keyOf(gridId), JSON.stringify(next));
    setChoice(next);
  };
  const button = (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button size="compact-sm" variant="subtle" color="gray" leftSection={<IconColumns3 size={16} />}>
          {t('app.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('app.columns')}>
        <div className="stack-8">
          {columns.slice(1).map((column) => (
            <Checkbox
              key={column.id}
              size="xs"
              label={column.header}
              checked={isChosen(column, choice)}
              onChange={(event) => choose(column.id, event.currentTarget.checked)}
            />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
  return { columns: shown, button };
}
