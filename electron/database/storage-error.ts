/** What a code of SQLite or of the file system means to a person. */
import { storageError, type StorageError } from '#shared/errors/app-error.ts';

export function storageErrorOf(code: string, file: string): StorageError {
  if (code === 'NEWER_VERSION') return storageError('newer-version', { file });
  if (code === 'JOURNAL_DAMAGED') return storageError('damaged', { file: 'journal.sqlite', kept: file });
  if (code.startsWith('SQLITE_FULL') || code === 'ENOSPC') return storageError('disk-full', { file });
  if (
    code.startsWith('SQLITE_READONLY') ||
    code.startsWith('SQLITE_CANTOPEN') ||
    code === 'EACCES' ||
    code === 'EROFS'
  )
    return storageError('folder-not-writable', { file });
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
    return storageError('busy', { file });
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB')
    return storageError('damaged', { file, kept: file });
  return storageError('unexpected', { file, code });
}
