/** The problems of the open profile's files, as the banners show them: each once, until it is solved. */
import { movementError, storageError, type AppError } from '#shared/errors/app-error.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { Problem } from '#shared/contract/app.ts';
import type { Broken } from '../audit/open-audit.ts';
import type { Notice, OpenReport } from '../database/protocol.ts';
import { storageErrorOf } from '../database/storage-error.ts';

type About = 'journal' | 'profile' | 'cache' | 'imports' | 'backup' | 'anchor' | 'answers';

export function createSessionProblems(clock: Clock, onChange: () => void) {
  let profileId = '';
  let folder = '';
  const found = new Map<About, Problem>();

  function add(about: About, error: AppError): void {
    found.set(about, { id: `${about}-${profileId}`, error, atMs: clock.nowMs() });
    onChange();
  }
  function remove(about: About): void {
    if (found.delete(about)) onChange();
  }
  const cacheDamaged = (kept: string) =>
    add('cache', storageError('damaged', { file: 'cache.sqlite', kept }));
  const importsDamaged = (kept: string) =>
    add('imports', storageError('damaged', { file: 'imports.sqlite', kept }));
  const causeOf = () => found.get('journal')?.error.params['cause'];
  /** A restored journal comes first: its list must be looked up, and its confirmation asks for the record again. */
  const broken = ({ in: where, at, problem: what }: Broken): void => {
    if (causeOf() !== 'restored') add('journal', movementError('journal-blocked', { where, at, what }));
  };

  return {
    /** Stopped money first: it is the gravest news. */
    list: (): Problem[] =>
      [...found].sort(([a], [b]) => Number(b === 'journal') - Number(a === 'journal')).map(([, one]) => one),
    /** A profile is about to open: the problems of another one go. */
    begin(id: string, itsFolder: string): void {
      profileId = id;
      folder = itsFolder;
      found.clear();
    },
    clear: () => found.clear(),
    notOpened: (error: AppError) => add('profile', error),
    opened({ cache, imports, quarantinedTo, importsQuarantinedTo, checkByHand }: OpenReport): void {
      if (cache === 'quarantined') cacheDamaged(quarantinedTo ?? '');
      if (imports === 'quarantined') importsDamaged(importsQuarantinedTo ?? '');
      if (checkByHand) add('journal', movementError('journal-blocked', { cause: 'restored' }));
    },
    broken,
    /** The gateway’s answers are not what was learnt; null: they are. */
    answers: (error: AppError | null): void => (error ? add('answers', error) : remove('answers')),
    /** A person has confirmed what a restored journal lost; the record may be broken all the same. */
    confirmed(stillBroken: Broken | null): void {
      if (causeOf() === 'damaged') return;
      remove('journal');
      if (stillBroken) broken(stillBroken);
    },
    hear: (notice: Notice) => hear(notice, folder, { add, remove, cacheDamaged, importsDamaged }),
  };
}

type Banners = {
  add: (about: About, error: AppError) => void;
  remove: (about: About) => void;
  cacheDamaged: (kept: string) => void;
  importsDamaged: (kept: string) => void;
};

/** A notice of the database shows a banner, or takes one away. */
function hear(notice: Notice, folder: string, { add, remove, cacheDamaged, importsDamaged }: Banners): void {
  switch (notice.event) {
    case 'journal-damaged':
      return add('journal', movementError('journal-blocked', { cause: 'damaged' }));
    case 'cache-rebuilt':
      return cacheDamaged(notice.quarantinedTo);
    case 'imports-rebuilt':
      return importsDamaged(notice.quarantinedTo);
    case 'backup-failed': {
      const cause = storageErrorOf(notice.code, folder).code;
      return add('backup', storageError('backup-failed', { folder, cause }));
    }
    case 'backup-made':
      return remove('backup');
    case 'anchor-failed': {
      const cause = storageErrorOf(notice.code, folder).code;
      return add('anchor', storageError('anchor-failed', { folder, cause }));
    }
    case 'anchor-kept':
      return remove('anchor');
    case 'journal-written':
      // This notice is for the audit record.
      return;
    case 'cache-not-rebuilt':
    case 'imports-not-rebuilt':
      // In the log: the calls that need the file fail with their own sentence.
      return;
  }
}
