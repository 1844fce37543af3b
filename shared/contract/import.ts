/**
 * Importing bank statements and sales of a POS or ERP system. The order of calls:
 *
 *   begin → chunk … → inspect (again with another encoding, delimiter, sheet or header row) → preview (again with another
 *   mapping) → previewPage … → confirm, or discard at any moment
 *
 * The file lies in the profile's folder until it is confirmed, discarded, or the app starts again: nothing is imported before
 * `confirm`. One upload at a time is worked on: another call for the same one while it is read answers import/busy.
 * Rows are counted from 1 as the file has them, columns from 0.
 */
import { z } from 'zod';
import { importKinds } from '../domain/statement.ts';
import { countSchema, nothing, pageInput, pageOf, shownTextSchema, writtenText } from './wire.ts';
import {
  idSchema,
  uploadInput,
  readingSchema,
  mappingSchema,
  sourceSchema,
  importSchema,
  inspectionSchema,
  previewSchema,
  importLineSchema,
  previewRowSchema,
} from './import-file.ts';
import { importOutcomeSchema, lineStandingSchema } from './import-standing.ts';

/** Bytes of one chunk, before base64. */
export const IMPORT_CHUNK_BYTES = 256 * 1024;
/** Bytes of a file. */
export const LARGEST_IMPORT = 100 * 1024 * 1024;

export const previewFilters = ['all', 'good', 'bad', 'skipped'] as const;

const sourceInput = z.union([
  z.object({ sourceId: idSchema }),
  /** A new one, or the one of this kind that has the name. */
  z.object({ name: writtenText(100, 1) }),
]);

export const importContract = {
  /** Errors: import/too-large with params.most (megabytes), import/empty-file. */
  'import.begin': {
    right: 'reconcile',
    input: z.object({ fileName: writtenText(255, 1), size: countSchema }),
    output: z.object(uploadInput),
  },
  /**
   * In order, without holes; the same chunk again changes nothing. Answers how many bytes are there.
   * Errors: import/upload-gone, import/out-of-order with params.at (where to go on).
   */
  'import.chunk': {
    right: 'reconcile',
    input: z.object({
      ...uploadInput,
      at: countSchema,
      base64: z
        .string()
        .regex(/^[A-Za-z0-9+/]*={0,2}$/)
        .max(Math.ceil(IMPORT_CHUNK_BYTES / 3) * 4),
    }),
    output: z.object({ received: countSchema }),
  },
  /**
   * Reads the whole file. Errors: import/upload-gone, import/incomplete, import/busy, and those of a file that cannot be read:
   * format-unknown, broken, broken-at (params.row), encrypted, archive-unsafe, xml-unsafe, too-heavy, too-many-rows,
   * too-many-columns, old-excel, pdf, picture, web-page, text-document, other-spreadsheet, archive-mixed (params.name),
   * version-unknown (params.version).
   */
  'import.inspect': {
    right: 'reconcile',
    onlyReads: true,
    input: z.object({ ...uploadInput, reading: readingSchema.prefault({}) }),
    output: inspectionSchema,
  },
  /**
   * Reads the whole file with this mapping; `mapping` and `reading` are for tables, and null for a bank format.
   * Errors: as inspect, and import/mapping-missing, import/column-missing (params.column), import/kind-not-fitting (a bank
   * format holds no sales), import/source-not-found.
   */
  'import.preview': {
    right: 'reconcile',
    onlyReads: true,
    input: z.object({
      ...uploadInput,
      kind: z.enum(importKinds),
      source: sourceInput,
      reading: readingSchema.nullable(),
      mapping: mappingSchema.nullable(),
      /** A person looked at what the inspection doubts; without it the warning guess-unproven keeps it from being confirmed. */
      columnsConfirmed: z.boolean().default(false),
      /**
       * What a person says of lines that an import of another format has: they are left out, or come in as well. Null: nothing, and the
       * warning lines-elsewhere keeps it from being confirmed.
       */
      twins: z.enum(['join', 'keep']).nullable().default(null),
    }),
    output: previewSchema,
  },
  /** Errors: import/preview-gone when another preview, or none, stands. */
  'import.previewPage': {
    right: 'reconcile',
    onlyReads: true,
    input: z.strictObject({
      ...uploadInput,
      previewId: idSchema,
      filter: z.enum(previewFilters).default('all'),
      ...pageInput,
    }),
    output: pageOf(previewRowSchema),
  },
  /**
   * Stores the good lines. `leaveOutBad` is how many bad lines the person agreed to leave out: it must be all there are.
   * Errors: import/preview-gone, import/bad-lines with params.count, import/blocked with params.warning,
   * import/nothing-to-import, import/imported-meanwhile (another import of the source came in between: preview again).
   */
  'import.confirm': {
    right: 'reconcile',
    input: z.object({ ...uploadInput, previewId: idSchema, leaveOutBad: countSchema.default(0) }),
    output: importSchema,
  },
  /** Also while it is read: that ends. An upload that is gone is no error. */
  'import.discard': { right: 'reconcile', input: z.object(uploadInput), output: nothing },
  /** Newest first. */
  'import.list': {
    right: 'see',
    input: z.strictObject({ kind: z.enum(importKinds).nullable().default(null), ...pageInput }),
    output: pageOf(importSchema),
  },
  'import.sources': { right: 'see', input: nothing, output: z.object({ sources: z.array(sourceSchema) }) },
  /** Errors: input/reason-needed, import/not-found, import/withdrawn-already. */
  'import.withdraw': {
    right: 'reconcile',
    input: z.object({ importId: idSchema, reason: writtenText(500) }),
    output: importSchema,
  },
  /** Lines of one import, as they are kept. Errors: import/not-found, import/lines-missing. */
  'import.lines': {
    right: 'see',
    input: z.strictObject({
      importId: idSchema,
      /** In reference, order, description, counterparty and account, and an amount as it is written ("120.50"). */
      text: z.string().max(200).default(''),
      ...pageInput,
    }),
    /** `raw`: the row or entry as the file had it (cells as a JSON array; of a bank format its fields as a JSON object). */
    output: pageOf(importLineSchema.extend({ raw: shownTextSchema, standing: lineStandingSchema })),
  },
  /** What the comparison made of its lines. Null: none has looked at them yet, or it counts no more. Errors: import/not-found. */
  'import.outcome': {
    right: 'see',
    input: z.object({ importId: idSchema }),
    output: z.object({ outcome: importOutcomeSchema.nullable() }),
  },
} as const;

export const importEvents = {
  /** An import came in, was withdrawn, or its lines went missing or came back. */
  'import.changed': z.object({ importId: idSchema.nullable() }),
  'import.progress': z.object({
    ...uploadInput,
    phase: z.enum(['reading', 'storing']),
    rows: countSchema,
    /** Null while it is not known. */
    totalRows: countSchema.nullable(),
    finished: z.boolean(),
  }),
} as const;
