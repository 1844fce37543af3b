/** P14: verification of a record of 100,000 entries beside a SHA-256 chain over the same texts. */
import { createHash, hash } from 'node:crypto';
import { canonicalText, entryHash, type AuditEntry } from '../../electron/audit/entry.ts';
import { verifyRecord } from '../../electron/audit/verify.ts';
import { ratio } from './measure.ts';

const ENTRIES = 100_000;

/** Two raw chains: the usual one, and the fastest there is here, which leaves the product no advantage. */
const chains = {
  'SHA-256 chain': (texts: readonly string[]) => {
    let before = '';
    for (const text of texts) before = createHash('sha256').update(text).update(before).digest('hex');
    return before;
  },
  'one-shot SHA-256 chain': (texts: readonly string[]) => {
    let before = '';
    for (const text of texts) before = hash('sha256', text + before, 'hex');
    return before;
  },
};

export async function audit(): Promise<void> {
  const entries: AuditEntry[] = [];
  let previous = '';
  for (let seq = 1; seq <= ENTRIES; seq += 1) {
    const entry = {
      seq,
      atMs: 1_700_000_000_000 + seq,
      actor: 'mona',
      machine: 'branch-1',
      action: 'connection.checked',
      target: 'live-merchant',
      params: '{"dashboard":"works","terminals":"works"}',
      outcome: 'works',
      eventCount: 0,
      eventHead: '',
      previous,
    };
    previous = entryHash(entry);
    entries.push({ ...entry, hash: previous });
  }
  const texts = entries.map(canonicalText);
  const first = entries[0]?.hash ?? '';
  const anchor = { count: ENTRIES, head: previous, first, eventCount: 0, eventHead: '', open: false };
  for (const [name, raw] of Object.entries(chains))
    await ratio(
      // 0.7 of the speed of the chain.
      { id: 'P14', name: `a record of 100,000 entries verified ÷ a raw ${name}`, atMost: 1.43 },
      () => raw(texts),
      () => {
        const verdict = verifyRecord({
          entries,
          events: [],
          operations: null,
          anchor,
          owner: 'live-merchant',
        });
        if (!verdict.ok) throw new Error(JSON.stringify(verdict));
      },
    );
}
