/** The rows of a list of the gateway, with what stands in their place: nothing read, nothing there, nothing that fits. */
import type { ReactNode } from 'react';
import type { ReadState } from '#shared/contract/wire.ts';
import { DataGrid, type DataGridProps } from '../data-grid.tsx';
import { EmptyState, NothingFits } from '../empty-state.tsx';
import { ErrorNotice } from '../error-notice.tsx';
import { NotRead } from '../not-read.tsx';
import type { GatewayList } from './store.ts';

type Kept = { key: string; isGone: boolean };
type List<Row> = Pick<
  GatewayList<Row, { text: string }, { read: ReadState }>,
  'rows' | 'summary' | 'isReading' | 'error' | 'readError' | 'load' | 'loadMore' | 'clear'
>;
type GridProps<Row> = Pick<
  DataGridProps<Row>,
  'id' | 'label' | 'columns' | 'sort' | 'onSortChange' | 'onOpen'
>;
type Props<Row> = GridProps<Row> & {
  list: List<Row>;
  /** A filter leaves rows out. */
  isNarrowed: boolean;
  /** `unread`: how a list comes to be read, if not by a refresh. */
  empty: { icon: ReactNode; title: string; text: string; action?: ReactNode; unread?: string };
};

const NO_ROWS: never[] = [];

function Empty({ list, isNarrowed, empty }: Pick<Props<unknown>, 'list' | 'isNarrowed' | 'empty'>) {
  if (isNarrowed) return <NothingFits icon={empty.icon} onClear={list.clear} />;
  const read = list.summary?.read;
  if (read?.readAtMs === null) return <NotRead {...read} text={empty.unread} />;
  const { icon, title, text, action } = empty;
  return <EmptyState {...{ icon, title, text, action }} />;
}

export function GatewayListRows<Row extends Kept>(props: Props<Row>) {
  const { list, isNarrowed, empty, ...grid } = props;
  const { rows, summary, isReading, error, readError, load, loadMore } = list;
  // The age of the list says why it could not be read, if it is shown with that reason.
  const shown = error ?? (summary?.read.lastError ? null : readError);
  const isComing = isReading && summary?.read.readAtMs === null && !isNarrowed;
  return (
    <>
      {shown && <ErrorNotice error={shown} onRetry={() => void load()} />}
      <DataGrid
        {...grid}
        rows={rows ?? NO_ROWS}
        getRowId={(row) => row.key}
        loading={(rows === null && !error) || isComing}
        rowClass={(row) => (row.isGone ? 'row-gone' : undefined)}
        onEndReached={() => void loadMore()}
        empty={<Empty list={list} isNarrowed={isNarrowed} empty={empty} />}
      />
    </>
  );
}
