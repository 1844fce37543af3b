import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BUSY, codeOf, must, withBench } from '../services/operations/harness.ts';
import { idOf, newOperation } from '../../faults/journal/profile-folder.ts';

it('a profile with a restored journal reads, touches no operation, and moves again after a confirmation', () =>
  withBench(async (bench) => {
    const stateOf = async () => (await bench.session().context.db.call('journal.get', idOf(1)))?.state;
    await bench.session().context.db.call('journal.create', newOperation(1));
    await bench.restart((folder) => writeFileSync(join(folder, 'journal.sqlite'), 'damaged'));
    const { checkByHand, report, terminals } = bench.session();
    expect(report.journal).toBe('restored');
    must(await terminals.readTerminal(BUSY));
    expect(await stateOf()).toBe('INTENT');
    expect((await checkByHand.list())?.incidents[0]?.entries).toContainEqual(
      expect.objectContaining({ opId: idOf(1), why: 'open-in-backup' }),
    );
    expect(codeOf(await checkByHand.confirm({ who: 'mona', note: ' ' }))).toBe('note-needed');
    expect(await stateOf()).toBe('INTENT');
    must(await checkByHand.confirm({ who: 'mona', note: 'looked at the portal' }));
    expect(await checkByHand.list()).toBeNull();
    // It may have been sent since the backup was made: it is followed, not called unsent.
    expect(await stateOf()).toBe('CHECKING');
    await bench.session().context.db.call('journal.create', newOperation(2));
  }));
