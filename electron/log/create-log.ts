/** The one logger: JSON lines in a rotating file, with redaction inside, so that no caller can forget it. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { createStream } from 'rotating-file-stream';
import type { Log } from './log.ts';
import type { SecretGuard } from './secret-guard.ts';

const SECRET_NAME = /authorization|api-?key|secret|service-?hash|token|transfer-?key|password/i;

/** Facts with the values of secret-sounding names replaced, at any depth. */
function withoutSecretNames(facts: Record<string, unknown>): Record<string, unknown> {
  const clean = (value: unknown, name: string): unknown => {
    if (SECRET_NAME.test(name)) return '[secret]';
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, clean(inner, key)]));
    }
    return typeof value === 'bigint' ? value.toString() : value;
  };
  return Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, clean(value, key)]));
}

type FileLog = Log & { close(): Promise<void> };

/** Writes `logs/closeout.log`, at most six files of 5 MB. */
export function createFileLog(dataDir: string, guard: SecretGuard): FileLog {
  const folder = join(dataDir, 'logs');
  mkdirSync(folder, { recursive: true });
  const stream = createStream('closeout.log', { path: folder, size: '5M', maxFiles: 5 });
  const logger = pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line: string) => void stream.write(guard.redact(line)) },
  );
  const at =
    (level: 'info' | 'warn' | 'error') =>
    (event: string, facts: Record<string, unknown> = {}) =>
      logger[level](withoutSecretNames(facts), event);
  return {
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    close: () => new Promise((resolve) => stream.end(() => resolve())),
  };
}
