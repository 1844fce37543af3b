/** The figures that are shown, of one span and one currency; pictures or tables is a person's choice on this PC. */
import { create } from 'zustand';
import type { Span } from '#shared/contract/figures.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';

type FiguresState = {
  span: Span;
  /** The chosen currency. Null: the page shows the first one. */
  currency: string | null;
  asTables: boolean;
  figures: OutputOf<'figures.get'> | null;
  error: AppError | null;
  load: () => Promise<void>;
  setSpan: (span: Span) => void;
  setCurrency: (currency: string) => void;
  toggleTables: () => void;
};

const TABLES = 'closeout.figures.tables';
let generation = 0;

export const useFigures = create<FiguresState>((set, get) => ({
  span: 'days',
  currency: null,
  asTables: localStorage.getItem(TABLES) === 'yes',
  figures: null,
  error: null,
  load: async () => {
    const mine = ++generation;
    const answer = await call('figures.get', { span: get().span });
    // A newer question has been asked since: its answer counts.
    if (mine !== generation) return;
    if (answer.ok) set({ figures: answer.value, error: null });
    else set({ error: answer.error });
  },
  setSpan: (span) => {
    set({ span });
    void get().load();
  },
  setCurrency: (currency) => set({ currency }),
  toggleTables: () => {
    const asTables = !get().asTables;
    localStorage.setItem(TABLES, asTables ? 'yes' : 'no');
    set({ asTables });
  },
}));

const again = () => useFigures.getState().figures && void useFigures.getState().load();
on('settlement.changed', again);
on('instantSettlement.changed', again);
on('closing.changed', again);
on('headOffice.closes', again);
// Ages are by its calendar.
on('reconciliation.changed', ({ what }) => what === 'settings' && again());
on('profiles.changed', () => useFigures.setState({ figures: null, currency: null, error: null }));
