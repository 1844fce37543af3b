/** The use cases of the catalogue: making, changing and deleting products and categories. Each request is sent once. */
import type { OutputOf, VerbsOf } from '#shared/contract/index.ts';
import type { CatalogueEntry, CatalogueThing } from '#shared/contract/catalogue.ts';
import { inputError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { NewEntry } from '../../audit/entry.ts';
import type { ProfileContext } from '../../core/context.ts';
import type { createKeptService } from '../kept/index.ts';
import { createMaking, wrongIn, type Needs } from './making.ts';
import { listOf, readWhole, sendChange, sendDelete } from './things.ts';

type Ended = Result<OutputOf<'catalogue.change'>, AppError>;

function createChanging({ db, gateway }: ProfileContext, { record, show }: Needs) {
  const nameOf = async (what: CatalogueThing, key: string): Promise<string | null> =>
    db.call('kept.title', { name: listOf[what], key });
  const tell = (action: NewEntry['action'], target: string, what: CatalogueThing, key: string) =>
    record({ action, target, params: { what, key }, outcome: 'ok' });

  return {
    async change({ key, entry }: { key: string; entry: CatalogueEntry }): Promise<Ended> {
      const wrong = wrongIn(entry);
      if (wrong) return err(wrong);
      const answer = await sendChange(gateway, key, entry);
      const isKnown = answer.ok || answer.error.outcome !== 'unknown';
      if (!answer.ok && isKnown) {
        await tell('catalogue.change-refused', entry.name, entry.what, key);
        return answer;
      }
      await tell(answer.ok ? 'catalogue.changed' : 'catalogue.change-not-known', entry.name, entry.what, key);
      // What it is now is what the gateway lists, whatever the answer was.
      await show(entry.what);
      return ok({ ending: answer.ok ? 'done' : 'not-known' });
    },
    /** It is deleted if the gateway said so, or if a whole list afterwards does not have it any more. */
    async delete({ what, key, typed }: { what: CatalogueThing; key: string; typed: string }): Promise<Ended> {
      const name = await nameOf(what, key);
      if (name === null) return err(inputError('invalid', { where: 'key' }));
      if (typed.trim() !== name.trim()) return err(inputError('name-differs', { field: 'typed' }));
      const answer = await sendDelete(gateway, what, key);
      const list = await readWhole(gateway, what);
      const isGone = list.ok && list.value.isWhole && !list.value.rows.some((row) => row.key === key);
      await show(what);
      const isRefused = !answer.ok && answer.error.outcome !== 'unknown';
      if (isGone || (answer.ok && !list.ok)) {
        await tell('catalogue.deleted', name, what, key);
        return ok({ ending: isRefused ? 'gone-before' : 'done' });
      }
      await tell(isRefused ? 'catalogue.delete-refused' : 'catalogue.delete-not-known', name, what, key);
      return isRefused ? answer : ok({ ending: 'not-known' });
    },
  };
}

type ServiceNeeds = Pick<Needs, 'record'> & { kept: ReturnType<typeof createKeptService> };

export function createCatalogueService(context: ProfileContext, { record, kept }: ServiceNeeds) {
  const show = (what: CatalogueThing) => kept.refresh({ name: listOf[what], whole: true });
  const needs = { record, show };
  return {
    ...createMaking(context, needs),
    ...createChanging(context, needs),
  } satisfies VerbsOf<'catalogue'>;
}
