/** A file on its way to the core, piece by piece; where a piece is missing it goes on from there. */
import { IMPORT_CHUNK_BYTES } from '#shared/contract/import.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';

/** A call's argument list has an end: longer ones are put together from parts. */
const PART = 0x8000;
export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PART)
    text += String.fromCharCode(...bytes.subarray(at, at + PART));
  return btoa(text);
}

/** `unreadable`: a folder, or a file that is not there any more. */
export type UploadEnd = 'sent' | 'stopped' | 'unreadable' | AppError;

async function readPiece(file: Blob, at: number): Promise<string | null> {
  try {
    return base64Of(new Uint8Array(await file.slice(at, at + IMPORT_CHUNK_BYTES).arrayBuffer()));
  } catch {
    // The browser's words for it are not for people; "unreadable" has its own sentence.
    return null;
  }
}

/** Where to go on after a piece that was not the one that is missing; null of any other error. */
function holeAt({ kind, code, params }: AppError): number | null {
  const { at } = params;
  return kind === 'import' && code === 'out-of-order' && typeof at === 'number' ? at : null;
}

/** `goesOn` is asked after each piece; `tell` gets the bytes that are there. */
export async function sendFile(
  file: Blob,
  uploadId: string,
  from: number,
  { goesOn, tell }: { goesOn: () => boolean; tell: (received: number) => void },
): Promise<UploadEnd> {
  let at = from;
  while (at < file.size) {
    const base64 = await readPiece(file, at);
    if (base64 === null) return 'unreadable';
    const answer = goesOn() ? await call('import.chunk', { uploadId, at, base64 }) : null;
    if (answer === null || !goesOn()) return 'stopped';
    const next = answer.ok ? answer.value.received : holeAt(answer.error);
    if (!answer.ok && (next === null || next === at)) return answer.error;
    at = next ?? at;
    tell(at);
  }
  return 'sent';
}
