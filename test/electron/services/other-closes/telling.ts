/** What the PC of a shop tells of its closes, on its way into another PC: as it is published, read and taken in, without a server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NamesPlace } from '#electron/database/repositories/closing/hidden-names.ts';
import { newIdentity, type Entry } from '#electron/head-office/entry.ts';
import { makeOwn } from '#electron/head-office/own.ts';
import { openStore, type Store } from '#electron/head-office/store.ts';
import type { Shop } from '../closing/shop.ts';
import { place } from '../../head-office/record.ts';

const opened: { store: Store; folder: string }[] = [];
function storeOf(pc: string): Store {
  const folder = mkdtempSync(join(tmpdir(), 'closeout-told-'));
  const store = openStore(folder, pc);
  opened.push({ store, folder });
  return store;
}
export function closeStores(): void {
  for (const { store, folder } of opened.splice(0)) {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export type Teller = { readonly id: string; readonly name: string; news(): readonly Entry[] };

/** A PC that publishes what its journal says, under a name of its own. */
export function tellerOf(shop: Shop, name: string): Teller {
  const identity = newIdentity();
  const store = storeOf(identity.pc);
  let told = 0;
  return {
    id: identity.pc,
    name,
    news() {
      makeOwn({ identity, place: place('B1'), folder: shop.folder, store });
      const entries = store.after(identity.pc, told, 10_000);
      told = entries.at(-1)?.seq ?? told;
      return entries;
    },
  };
}

/** The PC of finance. `hear`: reads entries on, and takes in the closes among them, as after every contact. */
export function listenerAt(finance: Shop) {
  const store = storeOf('finance');
  const { db } = finance.session().context;
  const pages = async (): Promise<boolean> => {
    let isChanged = false;
    if (!(await db.call('otherCloses.areNamesLearnt', null)))
      for (let from: NamesPlace | null = null; ;) {
        from = await db.call('otherCloses.learnNames', { from, most: 3 });
        if (!from) break;
      }
    for (;;) {
      const page = store.closesChanged(await db.call('otherCloses.position', null));
      if (await db.call('otherCloses.store', page)) isChanged = true;
      if (page.isEnd) return isChanged;
    }
  };
  return {
    store,
    pages,
    know: (...tellers: readonly Teller[]) =>
      store.keepPcs(
        tellers.map(({ id, name }) => ({
          ...{ id, name, branch: 'B1', publicKey: '', headSeq: 0, headHash: '' },
          ...{ lastEntryAtMs: null, withdrawnAtMs: null, isHome: false, archivedSeq: 0 },
        })),
      ),
    add: (entries: readonly Entry[]) => store.add(entries),
    async hear(...tellers: readonly Teller[]): Promise<boolean> {
      this.know(...tellers);
      for (const teller of tellers) store.add(teller.news());
      return pages();
    },
  };
}
