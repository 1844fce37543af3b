/** Why a file cannot be read, as a person is told. */
import { importError, type ImportError } from '#shared/errors/app-error.ts';

export class StatementError extends Error {
  readonly error: ImportError;
  constructor(code: ImportError['code'], params: ImportError['params'] = {}) {
    super(code);
    this.name = 'StatementError';
    this.error = importError(code, params);
  }
}
