/** A field under a long grid: a person types a row's number to go there. */
import { useState, type RefObject } from 'react';
import { TextInput } from '@mantine/core';
import type { GridApi } from 'ag-grid-community';
import { useTranslation } from 'react-i18next';
import { useCounted } from './counted.ts';
import { placeOf } from './typed-place.ts';

type GridPlaceProps<Row> = { api: RefObject<GridApi<Row> | null>; count: number };

export function GridPlace<Row>({ api, count }: GridPlaceProps<Row>) {
  const { t } = useTranslation();
  const counted = useCounted();
  const [typed, setTyped] = useState('');
  const place = placeOf(typed, count);
  const go = () => {
    const column = api.current?.getAllDisplayedColumns()[0];
    if (place === null || !column) return;
    // The row gets the focus when its data comes, unless something else has it by then (endless-rows.ts).
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    api.current?.ensureIndexVisible(place, 'middle');
    api.current?.setFocusedCell(place, column);
  };
  return (
    <form
      className="grid-place"
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <TextInput
        size="xs"
        w={110}
        aria-label={t('grid.goTo')}
        placeholder={t('grid.goTo')}
        inputMode="numeric"
        value={typed}
        error={typed.trim() !== '' && place === null}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <span className="muted">{t('grid.ofRows', counted(count))}</span>
    </form>
  );
}
