/** The one logger's face. `event` is a literal in kebab-case; `facts` never hold a key (redaction is inside, too). */
export type Log = {
  info: (event: string, facts?: Record<string, unknown>) => void;
  warn: (event: string, facts?: Record<string, unknown>) => void;
  error: (event: string, facts?: Record<string, unknown>) => void;
};
