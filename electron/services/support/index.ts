/** Help: what is known of this Closeout, and the ways out when it does not start well. */
import type { Settings, Status } from '#shared/contract/app.ts';
import type { Saved } from '#shared/contract/reports.ts';
import { inputError, type AppError, type StorageError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Clock } from '#shared/time/clock.ts';
import { diagnosticsText } from './diagnostics.ts';

type SupportNeeds = {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly status: () => Promise<Status>;
  readonly settings: () => Settings;
  readonly environments: () => readonly string[];
  readonly safeMode: { isOn(): boolean; connect(): void };
  readonly askToMove: (to: string) => Result<{ to: string }, StorageError>;
  /** The last net: secrets and cards are replaced wherever they stand. */
  readonly clean: (text: string) => string;
  readonly save: (text: string) => Promise<Result<Saved, AppError>>;
  readonly onChange: () => void;
};
export type SupportService = ReturnType<typeof createSupportService>;

export function createSupportService(needs: SupportNeeds) {
  const { dataDir, clock, safeMode } = needs;
  let shown: string | null = null;
  return {
    async diagnostics(): Promise<Result<{ text: string }, AppError>> {
      const text = diagnosticsText({
        dataDir,
        status: await needs.status(),
        settings: needs.settings(),
        environments: needs.environments(),
        safeMode: safeMode.isOn(),
        atMs: clock.nowMs(),
      });
      shown = needs.clean(text);
      return ok({ text: shown });
    },
    /** What was looked at, byte for byte. */
    saveDiagnostics: async (): Promise<Result<Saved, AppError>> =>
      shown === null
        ? err(inputError('invalid', { where: 'support.saveDiagnostics, before it was shown' }))
        : needs.save(shown),
    async connect(): Promise<Result<Record<string, never>, AppError>> {
      safeMode.connect();
      needs.onChange();
      return ok({});
    },
    moveData: async ({ to }: { to: string }): Promise<Result<{ to: string }, AppError>> =>
      needs.askToMove(to),
  };
}
