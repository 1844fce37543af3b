/** The statements of a bank's file, whichever format it is, and whether it came alone or in an archive. */
import { readFileSync } from 'node:fs';
import type { BankFormat, ImportEncoding } from '#shared/domain/statement.ts';
import { filesInArchive } from './archive-guard.ts';
import { bai2Items } from './bai2.ts';
import { camt053Items } from './camt053.ts';
import { cfonbItems } from './cfonb.ts';
import { codaItems } from './coda.ts';
import { guessEncoding, type Place } from './decode.ts';
import type { StatementItem } from './entry.ts';
import type { Found } from './find-format.ts';
import { mt940Items } from './mt940.ts';
import { ofxItems } from './ofx.ts';

const READERS: Readonly<
  Record<BankFormat, (place: Place, encoding: ImportEncoding) => Iterable<StatementItem>>
> = {
  camt053: camt053Items,
  mt940: mt940Items,
  ofx: ofxItems,
  bai2: bai2Items,
  coda: codaItems,
  cfonb120: cfonbItems,
};

export async function* statementItems(
  path: string,
  { format, encoding, isArchive }: Found<BankFormat>,
  asked: ImportEncoding | null,
): AsyncGenerator<StatementItem> {
  const read = READERS[format];
  if (!isArchive) yield* read(path, asked ?? encoding?.encoding ?? 'utf-8');
  else
    for await (const { bytes } of filesInArchive(readFileSync(path)))
      yield* read(bytes, asked ?? guessEncoding(bytes).encoding);
}
