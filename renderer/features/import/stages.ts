/** The five steps of an import: which is done, which can be opened. Pure. */
import type { ImportInspection, ImportPreview, ReadingPart } from '#shared/contract/import-file.ts';
import { blockingWarnings, type GuessDoubt, type ImportKind } from '#shared/domain/statement.ts';
import { mappingOf, type MappingDraft } from './mapping.ts';
import { notAmounts } from './samples.ts';

export const importSteps = ['file', 'format', 'columns', 'check', 'confirm'] as const;
export type ImportStep = (typeof importSteps)[number];

export type Doubt = ReadingPart;

export type Prepared = {
  inspection: ImportInspection | null;
  kind: ImportKind | null;
  sourceName: string;
  draft: MappingDraft | null;
  /** A person confirmed the guesses that nothing in the file proves. */
  columnsConfirmed: boolean;
  preview: ImportPreview | null;
};

/**
 * The guesses about columns that a person must confirm. The sign is none of them for sales of a till, which all have one sign.
 */
export const openDoubtsOf = ({ inspection, kind }: Pick<Prepared, 'inspection' | 'kind'>): GuessDoubt[] =>
  (inspection?.table?.guess.doubts ?? []).filter((one) => kind !== 'pos' || one !== 'sign');

/** A bank format says by itself what is what. */
const isMapped = (prepared: Prepared) => {
  const { inspection, draft, columnsConfirmed } = prepared;
  if (inspection === null) return false;
  if (inspection.table === null) return true;
  return (
    draft !== null && mappingOf(draft) !== null && (columnsConfirmed || openDoubtsOf(prepared).length === 0)
  );
};

const isNamed = ({ kind, sourceName }: Prepared) => kind !== null && sourceName.trim() !== '';

export const isBlocked = (preview: ImportPreview): boolean =>
  preview.warnings.some(({ warning }) => blockingWarnings.includes(warning)) || preview.counts.good === 0;

export function isDone(prepared: Prepared, step: ImportStep): boolean {
  const { inspection, preview } = prepared;
  switch (step) {
    case 'file':
      return inspection !== null;
    case 'format':
      return inspection !== null && isNamed(prepared);
    case 'columns':
      return isMapped(prepared);
    case 'check':
      return preview !== null && !isBlocked(preview);
    case 'confirm':
      return false;
  }
}

/** A step opens when every one before it is done; checking opens with what can be checked. */
export const canOpen = (prepared: Prepared, step: ImportStep): boolean =>
  importSteps.slice(0, importSteps.indexOf(step)).every((before) => isDone(prepared, before));

/** What a person should look at: where a source is known by the names of its columns, these prove the rest. */
export const doubtsOf = ({ table, knownSource }: ImportInspection): readonly Doubt[] =>
  knownSource === null ? (table?.unsure ?? []) : (table?.unsure ?? []).filter((one) => one === 'encoding');

/** Everything is known to read the lines without asking: a source that was met before, and nothing doubtful. */
export const readsAtOnce = (prepared: Prepared): boolean =>
  prepared.inspection !== null &&
  prepared.inspection.knownSource !== null &&
  prepared.inspection.sameFile === null &&
  doubtsOf(prepared.inspection).length === 0 &&
  canOpen(prepared, 'check');

/** The number of amounts that cannot be read: of the first rows, until the check has read every line. */
export function notReadableIn({ inspection, draft, preview }: Prepared): number {
  if (preview !== null) return preview.counts.bad;
  const table = inspection?.table ?? null;
  return table === null || draft === null ? 0 : notAmounts(table, draft).length;
}

/** True for a step that is done and that a person should still look at: some lines cannot be saved, or the reading is not certain. */
export function isDoubtful(prepared: Prepared, step: ImportStep, opened: ImportStep): boolean {
  if (!isDone(prepared, step)) return false;
  switch (step) {
    // After the check of all lines, its own step says how many cannot be read.
    case 'columns':
      return prepared.preview === null && notReadableIn(prepared) > 0;
    case 'check':
      return notReadableIn(prepared) > 0;
    // Whoever went on has looked at it.
    case 'format':
      return opened === step && prepared.inspection !== null && doubtsOf(prepared.inspection).length > 0;
    case 'file':
    case 'confirm':
      return false;
  }
}
