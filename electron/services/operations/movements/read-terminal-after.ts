/** Reads the terminal once more after a movement on it. The movement is done: a failed read is only logged. */
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../context.ts';
import type { TerminalRead, TerminalService } from '../../terminals/index.ts';

export const readTerminalAfter = (
  { log }: ProfileContext,
  terminals: TerminalService,
  terminalId: string,
): Promise<Result<TerminalRead, AppError> | null> =>
  terminals.readTerminal(terminalId).catch((error: unknown) => {
    log.warn('read-after-movement-failed', { error: String(error) });
    return null;
  });
