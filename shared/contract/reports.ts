/**
 * Reports and lists as files, and paper. The window composes every word: it sends a table with its headers, or the document
 * that it prints. The core checks it, makes it inert, writes it and records that it was saved.
 */
import { z } from 'zod';
import { countSchema, nothing } from './wire.ts';

/** The head of every document that is printed or saved as PDF: nothing runs in it and nothing is loaded by it. */
export const DOCUMENT_HEAD =
  '<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'; font-src data:">';
/** The same for Arabic. */
export const DOCUMENT_HEAD_AR = DOCUMENT_HEAD.replace('lang="en" dir="ltr"', 'lang="ar" dir="rtl"');
/** Every document has it; a PDF carries it on. */
export const DOCUMENT_TITLE = 'Closeout';
/** Characters of a document, its fonts included. */
export const LARGEST_DOCUMENT = 4_000_000;
const LARGEST_SHEET_ROWS = 100_000;

/** A4, or a roll of 80 mm. */
const papers = ['a4', 'receipt'] as const;
export type Paper = (typeof papers)[number];

const textCell = z.string().max(10_000);
/** By the kind of its column. `amount`: an ASCII decimal; `date`: YYYY-MM-DD; `instant`: epoch milliseconds. Null: nothing there. */
const cellOf = {
  text: textCell,
  amount: z.string().regex(/^-?\d{1,30}(\.\d{1,18})?$/),
  count: z.number().int(),
  date: z.iso.date(),
  instant: z.number().int().min(-62_135_596_800_000).max(253_402_300_799_999),
} as const;
const columnKinds = ['text', 'amount', 'count', 'date', 'instant'] as const;
export type ColumnKind = (typeof columnKinds)[number];

const columnSchema = z.object({ header: z.string().max(200), kind: z.enum(columnKinds) });
const cellSchema = z.union([textCell, z.number(), z.null()]);
export const sheetSchema = z
  .object({
    name: z.string().min(1).max(60),
    /** Columns from the end side to the start side, as the screen has them. */
    rtl: z.boolean(),
    /** IANA name: instants are written as the wall time there. */
    timeZone: z.string().min(1).max(64),
    columns: z.array(columnSchema).min(1).max(100),
    rows: z.array(z.array(cellSchema)).max(LARGEST_SHEET_ROWS),
  })
  .superRefine(({ columns, rows }, context) => {
    rows.forEach((row, at) => {
      const bad =
        row.length !== columns.length ||
        columns.some(({ kind }, index) => row[index] !== null && !cellOf[kind].safeParse(row[index]).success);
      if (bad) context.addIssue({ code: 'custom', path: ['rows', at], message: 'does not fit its columns' });
    });
  });
export type Sheet = z.output<typeof sheetSchema>;

/** Joined with '-' and made safe for every system; the ending comes from the format. */
export const fileNameSchema = z.array(z.string().max(200)).min(1).max(8);
const sheetsSchema = z.array(sheetSchema).min(1).max(20);

const saveSchema = z.discriminatedUnion('format', [
  z.object({
    format: z.literal('pdf'),
    fileName: fileNameSchema,
    html: z.string().max(LARGEST_DOCUMENT),
    paper: z.enum(papers),
  }),
  z.object({ format: z.literal('csv'), fileName: fileNameSchema, sheets: sheetsSchema }),
  z.object({ format: z.literal('xlsx'), fileName: fileNameSchema, sheets: sheetsSchema }),
  /** A Z file as `closing.zFile` gives it. */
  z.object({ format: z.literal('json'), fileName: fileNameSchema, text: z.string().max(5_000_000) }),
]);
export type SaveInput = z.output<typeof saveSchema>;

export const savedSchema = z.object({
  /** The whole path, to be shown and copied. */
  path: z.string(),
  bytes: countSchema,
  sha256: z.string(),
  /** This host can show it in its folder: `reports.show`. */
  canShow: z.boolean(),
});
export type Saved = z.output<typeof savedSchema>;

const folderSchema = z.object({
  /** Where files go now. */
  folder: z.string(),
  /** False: nobody chose it, it is the default. */
  chosen: z.boolean(),
});

export const reportsContract = {
  /**
   * Never overwrites: a name that is taken gets a number.
   * Errors: storage/export-* with params.folder, storage/pdf-no-browser, storage/pdf-failed, input/invalid for a document
   * that could run or load something.
   */
  'reports.save': { right: 'see', input: saveSchema, output: savedSchema },
  /**
   * The gateway's own CSV file of payments, saved as it came: its cells are not made inert, and customers' contacts are not masked.
   * Both days are included; null: no limit.
   */
  'reports.saveGatewayFile': {
    right: 'customers',
    onlyReads: true,
    input: z.object({
      fileName: fileNameSchema,
      from: z.iso.date().nullable(),
      to: z.iso.date().nullable(),
    }),
    output: savedSchema,
  },
  /** Shows a file that was saved since the start, in the system's file window. */
  'reports.show': { right: 'see', input: z.object({ path: z.string().max(4_000) }), output: nothing },
  'reports.folder': { right: 'see', input: nothing, output: folderSchema },
  /** Null: the default again. The folder is made and tried. */
  'reports.setFolder': {
    right: 'settings.app',
    input: z.object({ folder: z.string().max(1_000).nullable() }),
    output: folderSchema,
  },
} as const;
