/** What the last run learnt of each source of statements, and what people made it forget. */
import { z } from 'zod';
import {
  learntFeeSchema,
  type LearntPart,
  type LearntSource,
} from '#shared/contract/reconciliation-proposals.ts';
import { learntKey, learntKinds, type Learnt, type LearntKind } from '#shared/domain/matching/index.ts';
import type { ReadableDb, WritableDb } from '../../db.ts';
import { recordAct, type By } from '../closing/records.ts';
import type { Current } from './current.ts';

const often = { deposits: z.number(), of: z.number() };
const storedSchema = z.object({
  payers: z.array(z.object({ name: z.string(), deposits: z.number(), lastOn: z.string() })),
  delay: z.object({ ...often, days: z.number() }).nullable(),
  fee: z.object({ ...often, fee: learntFeeSchema }).nullable(),
});
type Stored = z.output<typeof storedSchema>;

export const encodeLearnt = ({ payers, delay, fee }: Learnt): string =>
  JSON.stringify(z.encode(storedSchema, { payers: [...payers], delay, fee }));

const decisionSchema = z.object({
  source_id: z.string(),
  kind: z.enum(learntKinds),
  name: z.string(),
  forgotten: z.number(),
  by: z.string(),
  at_ms: z.number(),
});

/** The last decision of each thing, if it is that it is forgotten. `journal`: the file, or a connection that it is attached to. */
function forgottenIn(journal: ReadableDb): z.output<typeof decisionSchema>[] {
  return journal
    .prepare(
      `SELECT source_id, kind, name, forgotten, by, at_ms FROM learnt_decision AS d
       WHERE d.forgotten = 1 AND NOT EXISTS (SELECT 1 FROM learnt_decision AS later
         WHERE later.source_id = d.source_id AND later.kind = d.kind AND later.name = d.name AND later.seq > d.seq)
       ORDER BY d.seq`,
    )
    .all()
    .map((row) => decisionSchema.parse(row));
}

export const forgottenKeys = (journal: ReadableDb): Set<string> =>
  new Set(forgottenIn(journal).map(({ source_id, kind, name }) => learntKey(source_id, kind, name)));

const nothing: Stored = { payers: [], delay: null, fee: null };

/** Sorted by the name of the source. Forgotten things are listed even if nothing teaches them any more. */
export function learntSources(
  results: ReadableDb,
  journal: ReadableDb,
  current: Current | null,
): LearntSource[] {
  const stored = new Map(
    results
      .prepare<{ source_id: string; value: string }>('SELECT source_id, value FROM learnt WHERE run = ?')
      .all(current?.run ?? -1)
      .map(({ source_id, value }) => [source_id, storedSchema.parse(JSON.parse(value))]),
  );
  const forgotten = forgottenIn(journal);
  const ids = new Set([...stored.keys(), ...forgotten.map(({ source_id }) => source_id)]);
  const nameOf = journal.prepare<{ name: string }>('SELECT name FROM import_source WHERE source_id = ?');
  return [...ids]
    .map((sourceId): LearntSource => {
      const { payers, delay, fee } = stored.get(sourceId) ?? nothing;
      const find = (kind: LearntKind, name = ''): LearntPart['forgotten'] => {
        const one = forgotten.find(
          (decision) => decision.source_id === sourceId && decision.kind === kind && decision.name === name,
        );
        return one ? { by: one.by, atMs: one.at_ms } : null;
      };
      const known = new Set(payers.map(({ name }) => name));
      const gone = forgotten.filter(
        ({ source_id, kind, name }) => source_id === sourceId && kind === 'payer' && !known.has(name),
      );
      return {
        sourceId,
        sourceName: nameOf.get(sourceId)?.name ?? '',
        payers: [
          ...payers.map((payer) => ({ ...payer, forgotten: find('payer', payer.name) })),
          ...gone.map(({ name }) => ({ name, deposits: 0, lastOn: null, forgotten: find('payer', name) })),
        ],
        delay: delay && { ...delay, forgotten: find('delay') },
        fee: fee && { ...fee, forgotten: find('fee') },
      };
    })
    .sort((a, b) => (a.sourceName < b.sourceName ? -1 : 1));
}

export type LearntDecision = {
  readonly sourceId: string;
  readonly kind: LearntKind;
  readonly name: string;
  readonly forgotten: boolean;
};

export function decideLearnt(
  journal: WritableDb,
  { sourceId, kind, name, forgotten, ...who }: By & LearntDecision,
): null {
  journal
    .prepare(
      'INSERT INTO learnt_decision (source_id, kind, name, forgotten, by, at_ms) VALUES (?, ?, ?, ?, ?, ?)',
    )
    .run(sourceId, kind, name, forgotten ? 1 : 0, who.by, who.atMs);
  const action = forgotten ? 'reconciliation.learnt-forgotten' : 'reconciliation.learnt-used-again';
  recordAct(journal, who, action, sourceId, { kind, name });
  return null;
}
