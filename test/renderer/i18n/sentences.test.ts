import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import i18next, { type TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { auditActions } from '#electron/audit/entry.ts';
import { activityContract } from '#shared/contract/activity.ts';
import { operationEventSchema } from '#shared/contract/operations.ts';
import { movementKinds, operationStates } from '#shared/domain/operation.ts';

const root = join(import.meta.dirname, '../../..');
const LANGUAGES = ['en', 'ar'] as const;

async function textsIn(language: string): Promise<TFunction> {
  const folder = join(root, 'resources/locales', language);
  const files = readdirSync(folder).map((file) => [
    file.replace('.json', ''),
    JSON.parse(readFileSync(join(folder, file), 'utf8')) as unknown,
  ]);
  const texts = i18next.createInstance();
  await texts.init({
    lng: language,
    resources: { [language]: { translation: Object.fromEntries(files) as Record<string, unknown> } },
    interpolation: { escapeValue: false },
  });
  return texts.t;
}

const params = {
  actor: 'Mona',
  attemptNo: 2,
  status: 200,
  evidence: 'bank-statement',
  evidenceReference: '17',
  reason: 'seen',
};
/** What a key, a code or a hole in a sentence looks like. */
const RAW = /\{\{|\$t\(|[a-z]\.[a-z]|[A-Z]{3,}_|bank-statement|undefined/;
const breakOf = activityContract['activity.verify'].output.options[1].shape;

describe.each(LANGUAGES)('the sentences in %s', (language) => {
  it('tell every event of every kind of movement without a code in them', async () => {
    const t = await textsIn(language);
    const told = movementKinds.flatMap((kind) =>
      operationEventSchema.shape.code.options.map((code) =>
        t(`operations.event.${code}`, { ...params, context: kind }),
      ),
    );
    expect(told).toHaveLength(220);
    expect(told.filter((sentence) => RAW.test(sentence))).toEqual([]);
  });

  it('differ by kind where the kind is what matters', async () => {
    const t = await textsIn(language);
    for (const code of ['asked', 'succeeded', 'refused', 'not-known', 'read', 'settled-by-read']) {
      const told = movementKinds.map((kind) => t(`operations.event.${code}`, { context: kind }));
      expect(new Set(told).size).toBe(movementKinds.length);
    }
  });

  it('say where and how the record is broken, in words', async () => {
    const t = await textsIn(language);
    const told = breakOf.where.options.flatMap((where) =>
      breakOf.what.options.map((what) =>
        t('errors.movement.journal-blocked.title', { where, at: 4, what, context: 'broken' }),
      ),
    );
    expect(new Set(told).size).toBe(21);
    expect(told.filter((sentence) => RAW.test(sentence) || !sentence.includes('4'))).toEqual([]);
  });

  it('differ between a restored journal, one damaged in use, and a broken record', async () => {
    const t = await textsIn(language);
    const told = ['', 'restored', 'damaged', 'broken'].flatMap((context) => [
      t('errors.movement.journal-blocked.title', { context, where: 'events', at: 4, what: 'cut' }),
      t('errors.movement.journal-blocked.next', { context }),
    ]);
    expect(new Set(told).size).toBe(8);
  });

  it('say what to do for each cause of a backup that fails', async () => {
    const t = await textsIn(language);
    for (const code of ['backup-failed', 'anchor-failed']) {
      const told = ['disk-full', 'folder-not-writable', 'unexpected'].map((context) =>
        t(`errors.storage.${code}.next`, { context, folder: '/data/p1' }),
      );
      expect(new Set(told).size).toBe(3);
      expect(told.every((sentence) => sentence.includes('/data/p1'))).toBe(true);
    }
  });

  it('have a word for every state an operation can be refused in', async () => {
    const t = await textsIn(language);
    const told = operationStates.map((state) => t('errors.movement.not-allowed-in-state.title', { state }));
    expect(told.filter((sentence) => RAW.test(sentence))).toEqual([]);
  });

  it('have a word for every action of the record', async () => {
    const t = await textsIn(language);
    const missing = auditActions.filter(
      (action) => t(`activity.action.${action.replace('.', '-')}`, { defaultValue: '' }) === '',
    );
    expect(missing).toEqual([]);
  });
});
