/** One import on its way: the file, what it is, what was chosen, and its preview. Nothing is imported before `confirm`. */
import { create } from 'zustand';
import type {
  ImportInspection,
  ImportPreview,
  ImportPreviewRow,
  ImportReading,
  ImportSource,
  ImportView,
  ReadingPart,
} from '#shared/contract/import-file.ts';
import type { previewFilters } from '#shared/contract/import.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';
import { orTell } from '../../components/tell-error.tsx';
import { draftOf, mappingOf, type MappingDraft } from './mapping.ts';
import { canOpen, readsAtOnce, type ImportStep, type Prepared } from './stages.ts';
import { sendFile, type UploadEnd } from './upload.ts';

export type PreviewFilter = (typeof previewFilters)[number];
type Working = 'sending' | 'reading' | 'checking' | 'saving';
/** `unreadable`: this computer could not read the file. */
type Failure = { error: AppError | 'unreadable'; retry: () => void };

type State = Prepared & {
  step: ImportStep;
  file: File | null;
  uploadId: string | null;
  /** Bytes that are there. */
  sent: number;
  working: Working | null;
  /** How a person wants the table to be read; the rest is guessed. */
  chosen: Partial<ImportReading>;
  /** How far the core is. */
  rows: { rows: number; totalRows: number | null } | null;
  failure: Failure | null;
  sources: ImportSource[];
  filter: PreviewFilter;
  pages: { rows: ImportPreviewRow[]; next: string | null } | null;
  /** The person agreed to leave out the bad lines of this preview. */
  leavesOutBad: boolean;
  saved: ImportView | null;
};
type Actions = {
  loadSources: () => Promise<void>;
  choose: (file: File) => Promise<void>;
  /** Reads the file again in another way. */
  readAs: (change: Partial<ImportReading>) => Promise<void>;
  describe: (change: Partial<Pick<Prepared, 'kind' | 'sourceName'>>) => void;
  map: (change: Partial<MappingDraft>) => void;
  open: (step: ImportStep) => void;
  /** `twins`: what the person says of lines that another import has. */
  check: (twins?: 'join' | 'keep') => Promise<void>;
  checkAgain: () => Promise<void>;
  /** A doubt of the preview is decided, and it is made again. */
  decide: (change: Partial<Pick<MappingDraft, 'dateOrder' | 'decimals'>>) => Promise<void>;
  show: (filter: PreviewFilter) => Promise<void>;
  loadMore: () => Promise<void>;
  leaveOutBad: (agreed: boolean) => void;
  /** The columns that nothing proves are right. */
  confirmColumns: (agreed: boolean) => void;
  confirm: () => Promise<void>;
  /** Ends it wherever it is; nothing of it stays. */
  discard: () => Promise<void>;
};

const nothing: State = {
  step: 'file',
  file: null,
  uploadId: null,
  sent: 0,
  working: null,
  chosen: {},
  rows: null,
  failure: null,
  inspection: null,
  kind: null,
  sourceName: '',
  draft: null,
  preview: null,
  sources: [],
  filter: 'all',
  pages: null,
  leavesOutBad: false,
  columnsConfirmed: false,
  saved: null,
};
const notChecked = { preview: null, pages: null, leavesOutBad: false } as const;

/** Counts the files: the answer to an earlier one is dropped. */
let run = 0;
/** Counts the checks and what they depend on: only the answer to the last check, with the choices as they stand, is its preview. */
let checked = 0;
/** By preview, the page on its way: the core refuses a second read of one file at the same time. */
const pagesOnTheirWay = new Map<string, Promise<unknown>>();

const sameColumns = (a: ImportInspection | null, b: ImportInspection): boolean =>
  JSON.stringify(a?.table?.columns.map(({ header }) => header)) ===
  JSON.stringify(b.table?.columns.map(({ header }) => header));

/** Choices that came from an earlier file hold while another part of the reading is changed. */
const chosenBefore = (reading: ImportReading, parts: readonly ReadingPart[]): Partial<ImportReading> =>
  Object.fromEntries(parts.map((part) => [part, reading[part]]));

/** The kind and source of a file: a bank's own file says its kind, a known source says both. */
const describedBy = ({ table, statements, knownSource }: ImportInspection) => ({
  kind: knownSource?.kind ?? (table === null ? ('bank' as const) : null),
  sourceName: knownSource?.name ?? statements[0]?.account ?? '',
});

type Set = (part: Partial<State>) => void;
type Get = () => State & Actions;
type Reading = ReturnType<typeof createReading>;

/** The calls that bring the file to the core and read it there. Each ends with its answer in the store, or with a failure. */
function createReading(set: Set, get: Get) {
  const fails = (error: Failure['error'], retry: () => void) =>
    set({ working: null, rows: null, failure: { error, retry } });
  /** If the upload is gone, the retry begins again with the same file. */
  const failsWith = (error: AppError, retry: () => void) => {
    const { file } = get();
    const isGone = error.kind === 'import' && error.code === 'upload-gone';
    fails(error, isGone && file ? () => void get().choose(file) : retry);
  };
  const inspect = async (): Promise<void> => {
    const { uploadId, chosen, inspection: before } = get();
    if (uploadId === null) return;
    const mine = run;
    set({ working: 'reading', failure: null });
    const answer = await call('import.inspect', { uploadId, reading: chosen });
    // Another file, or another way to read it, was chosen meanwhile. That choice made a call of its own.
    if (mine !== run || chosen !== get().chosen) return;
    if (!answer.ok) return failsWith(answer.error, () => void inspect());
    const inspection = answer.value;
    const { table } = inspection;
    const kept = before !== null && sameColumns(before, inspection) ? get().draft : null;
    set({
      ...notChecked,
      working: null,
      rows: null,
      inspection,
      ...(table?.remembered && { chosen: chosenBefore(table.reading, table.remembered.parts) }),
      draft: kept ?? (table && draftOf(table.guess)),
      ...(before === null && { ...describedBy(inspection), step: 'format' as const }),
    });
    if (before === null && readsAtOnce(get())) await get().checkAgain();
  };
  const send = async (file: File, uploadId: string): Promise<void> => {
    const mine = run;
    set({ working: 'sending', failure: null });
    const end: UploadEnd = await sendFile(file, uploadId, get().sent, {
      goesOn: () => mine === run,
      tell: (sent) => set({ sent }),
    });
    if (mine !== run || end === 'stopped') return;
    if (end === 'sent') return inspect();
    if (end === 'unreadable') return fails(end, () => void send(file, uploadId));
    failsWith(end, () => void send(file, uploadId));
  };
  const readPage = async (cursor: string | null): Promise<void> => {
    const { uploadId, preview, filter } = get();
    if (uploadId === null || preview === null) return;
    const { previewId } = preview;
    const isWanted = () => get().preview?.previewId === previewId && get().filter === filter;
    while (pagesOnTheirWay.has(previewId)) await pagesOnTheirWay.get(previewId);
    if (!isWanted()) return;
    const asked = call('import.previewPage', { uploadId, previewId, filter, cursor });
    pagesOnTheirWay.set(previewId, asked);
    const answer = await asked;
    pagesOnTheirWay.delete(previewId);
    if (!isWanted()) return;
    if (!answer.ok) return failsWith(answer.error, () => void readPage(cursor));
    const { pages } = get();
    const before = cursor === null ? [] : (pages?.rows ?? []);
    set({ pages: { rows: [...before, ...answer.value.rows], next: answer.value.next } });
  };
  return { fails, failsWith, inspect, send, readPage };
}

const createFileActions = (set: Set, get: Get, { fails, failsWith, inspect, send }: Reading) =>
  ({
    loadSources: async () => {
      const answer = await call('import.sources', {});
      if (answer.ok) set({ sources: answer.value.sources });
      else failsWith(answer.error, () => void get().loadSources());
    },
    choose: async (file: File) => {
      await get().discard();
      const mine = ++run;
      set({ file, working: 'sending' });
      const answer = await call('import.begin', { fileName: file.name.slice(-255), size: file.size });
      if (mine !== run) return;
      if (!answer.ok) return fails(answer.error, () => void get().choose(file));
      const { uploadId } = answer.value;
      set({ uploadId });
      await send(file, uploadId);
    },
    readAs: async (change: Partial<ImportReading>) => {
      set({ chosen: { ...get().chosen, ...change } });
      await inspect();
    },
  }) satisfies Partial<Actions>;

function createChanges(set: Set, get: Get) {
  /** A choice changes what a check would find: its preview goes, and the answer to a check on its way is dropped. */
  const change = (choice: Partial<State>) => {
    checked += 1;
    const { working } = get();
    set({ ...choice, ...notChecked, working: working === 'checking' ? null : working });
  };
  return {
    describe: (described: Partial<Pick<Prepared, 'kind' | 'sourceName'>>) => change(described),
    map: (mapped: Partial<MappingDraft>) => {
      const { draft } = get();
      if (draft) change({ draft: { ...draft, ...mapped } });
    },
    open: (step: ImportStep) => {
      if (!canOpen(get(), step)) return;
      set({ step, failure: null });
      if (step === 'check' && get().preview === null && get().working !== 'checking') void get().check();
    },
    leaveOutBad: (leavesOutBad: boolean) => set({ leavesOutBad }),
    confirmColumns: (columnsConfirmed: boolean) => change({ columnsConfirmed }),
  } satisfies Partial<Actions>;
}

const createChecks = (set: Set, get: Get, { failsWith, readPage }: Reading) =>
  ({
    check: async (twins) => {
      const { uploadId, kind, sourceName, inspection, draft, columnsConfirmed } = get();
      if (uploadId === null || kind === null || inspection === null) return;
      const ofFile = run;
      const mine = ++checked;
      set({ working: 'checking', failure: null });
      const answer = await call('import.preview', {
        uploadId,
        kind,
        source: { name: sourceName.trim() },
        reading: inspection.table?.reading ?? null,
        mapping: inspection.table && draft ? mappingOf(draft) : null,
        columnsConfirmed,
        twins: twins ?? null,
      });
      if (ofFile !== run || mine !== checked) return;
      if (!answer.ok) return failsWith(answer.error, () => void get().check(twins));
      const preview: ImportPreview = answer.value;
      // Lines that cannot be read are shown first: somebody has to look at them.
      const filter = preview.counts.bad > 0 ? 'bad' : 'all';
      set({ ...notChecked, working: null, rows: null, preview, filter });
      await readPage(null);
    },
    checkAgain: async () => {
      set({ step: 'check' });
      await get().check();
    },
    decide: async (change: Partial<Pick<MappingDraft, 'dateOrder' | 'decimals'>>) => {
      get().map(change);
      await get().check();
    },
    show: async (filter: PreviewFilter) => {
      set({ filter, pages: null });
      await readPage(null);
    },
    loadMore: async () => {
      const { pages } = get();
      if (!pages?.next) return;
      set({ pages: { ...pages, next: null } });
      await readPage(pages.next);
    },
  }) satisfies Partial<Actions>;

const createEnds = (set: Set, get: Get, { failsWith }: Reading) =>
  ({
    confirm: async () => {
      const { uploadId, preview, leavesOutBad } = get();
      if (uploadId === null || preview === null) return;
      const mine = run;
      set({ working: 'saving', failure: null });
      const answer = await call('import.confirm', {
        uploadId,
        previewId: preview.previewId,
        leaveOutBad: leavesOutBad ? preview.counts.bad : 0,
      });
      if (mine !== run) return;
      // After any refusal the lines are looked at again before they are saved.
      if (!answer.ok) return failsWith(answer.error, () => void get().checkAgain());
      run += 1;
      set({ ...nothing, sources: get().sources, saved: answer.value });
    },
    discard: async () => {
      const { uploadId, sources } = get();
      run += 1;
      set({ ...nothing, sources });
      if (uploadId !== null) await orTell(call('import.discard', { uploadId }));
    },
  }) satisfies Partial<Actions>;

export const useImport = create<State & Actions>((set, get) => {
  const reading = createReading(set, get);
  return {
    ...nothing,
    ...createFileActions(set, get, reading),
    ...createChanges(set, get),
    ...createChecks(set, get, reading),
    ...createEnds(set, get, reading),
  };
});

/** There is something that leaving the page would lose. */
export const isUnsaved = ({ file, failure, inspection }: State): boolean =>
  file !== null && (failure === null || inspection !== null);

on('import.progress', ({ uploadId, rows, totalRows, finished }) => {
  if (useImport.getState().uploadId !== uploadId) return;
  useImport.setState({ rows: finished ? null : { rows, totalRows } });
});
on('profiles.changed', () => {
  run += 1;
  useImport.setState(nothing);
});
