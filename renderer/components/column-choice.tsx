/** Which columns of a grid are shown: a person's choice, remembered on this PC. The first column always is. */
import { Button, Checkbox, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
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

/** What was chosen since the start, by grid. The button stands in a toolbar and the grid elsewhere on the page: both read it here. */
const useChoices = create<Record<string, Choice>>(() => ({}));
const useChoice = (gridId: string): Choice => {
  const chosen = useChoices((choices) => choices[gridId]);
  return useMemo(() => chosen ?? readChoice(gridId), [chosen, gridId]);
};

function choose(gridId: string, choice: Choice): void {
  localStorage.setItem(keyOf(gridId), JSON.stringify(choice));
  useChoices.setState({ [gridId]: choice });
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

/** The columns that a grid shows: those that are chosen, and that at least one of `rows` has a value for. */
export function useChosenColumns<Row>(
  gridId: string,
  columns: ChoosableColumn<Row>[],
  rows: Row[],
): GridColumn<Row>[] {
  const choice = useChoice(gridId);
  // The grid lays out every cell anew for other columns, so rows that hide none and show none leave the columns as they are.
  const notGiven = useNotGiven(columns, rows);
  return useMemo(() => {
    const empty = new Set(notGiven.split(' '));
    const isHidden = (column: ChoosableColumn<Row>, index: number) =>
      column.hidden === true || (index > 0 && (!isChosen(column, choice) || empty.has(column.id)));
    return columns.map((column, index) => ({ ...column, hidden: isHidden(column, index) }));
  }, [columns, choice, notGiven]);
}

type ColumnChoiceProps<Row> = { gridId: string; columns: ChoosableColumn<Row>[] };

export function ColumnChoice<Row>({ gridId, columns }: ColumnChoiceProps<Row>) {
  const { t } = useTranslation();
  const choice = useChoice(gridId);
  return (
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
              onChange={({ currentTarget }) =>
                choose(gridId, { ...choice, [column.id]: currentTarget.checked })
              }
            />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
