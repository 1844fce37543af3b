/**
 * The data folder is its owner's alone: folders 0700, files 0600, whatever the umask, also those that exist. Windows and macOS
 * keep it in the person's own profile, whose access lists do the same; macOS has the modes as well.
 */
import { chmodSync, lstatSync, readdirSync, realpathSync, statSync, type Stats } from 'node:fs';
import { join, relative } from 'node:path';
import { storageError, type StorageError } from '#shared/errors/app-error.ts';

const FOLDER = 0o700;
const FILE = 0o600;
const OTHERS = 0o077;
/** The browser's own profile: it keeps its files private itself, and uses links for its locks. */
const LEFT_ALONE = new Set(['window']);

type NotPrivate = { ok: false; message: string; error: StorageError };
type Private = {
  ok: true;
  /** Others could read it before. */
  wasOpen: boolean;
};

/** What the process of this host makes is private from here on; exported files are as open as the folder a person chose. */
export const makeUmaskPrivate = (): void => void process.umask(OTHERS);

/** A group that is the owner's alone, as many systems make one for each person: writable for it is writable for nobody else. */
const isOwnGroup = ({ gid, uid }: Stats) => gid === uid && gid === process.getgid?.();
const mayBeWrittenByOthers = (found: Stats) =>
  (found.mode & 0o002) !== 0 || ((found.mode & 0o020) !== 0 && !isOwnGroup(found));

function refused(dataDir: string, what: 'owner' | 'writable' | 'link', file: string): NotPrivate {
  const [english, arabic] = {
    owner: [
      `The data folder ${dataDir} belongs to another user. Start Closeout as that user, or choose another folder with --data DIR.`,
      `مجلد البيانات ${dataDir} ملك لمستخدم آخر. شغّل Closeout بذلك المستخدم أو اختر مجلدًا آخر بالخيار --data DIR.`,
    ],
    writable: [
      `Other users can write to the data folder ${dataDir}. Look at what is in it, take that right away (chmod go-w), and start Closeout again.`,
      `يستطيع مستخدمون آخرون الكتابة في مجلد البيانات ${dataDir}. راجع ما فيه، ثم اسحب هذا الحق (chmod go-w) وشغّل Closeout من جديد.`,
    ],
    link: [
      `${file} in the data folder ${dataDir} is a symbolic link. Closeout writes through none. Put the file or folder itself there, or remove the link.`,
      `${file} في مجلد البيانات ${dataDir} رابط رمزي، وCloseout لا يكتب من خلال الروابط. ضع الملف أو المجلد نفسه مكانه أو احذف الرابط.`,
    ],
  }[what];
  return {
    ok: false,
    message: `${english}\n${arabic}`,
    error: storageError('folder-not-private', { file: dataDir, what, entry: file }),
  };
}

/** Mends what is there; the first link that is found ends it. */
function mend(folder: string, isTop: boolean): string | null {
  for (const { name } of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found) continue;
    if (found.isSymbolicLink()) return path;
    const wanted = found.isDirectory() ? FOLDER : FILE;
    if ((found.mode & OTHERS) !== 0) chmodSync(path, wanted);
    if (!found.isDirectory() || (isTop && LEFT_ALONE.has(name))) continue;
    const link = mend(path, false);
    if (link !== null) return link;
  }
  return null;
}

/** For a folder that exists. */
export function makePrivate(dataDir: string): Private | NotPrivate {
  if (process.platform === 'win32') return { ok: true, wasOpen: false };
  const found = statSync(dataDir);
  if (found.uid !== process.getuid?.()) return refused(dataDir, 'owner', dataDir);
  if (mayBeWrittenByOthers(found)) return refused(dataDir, 'writable', dataDir);
  const wasOpen = (found.mode & OTHERS) !== 0;
  if (wasOpen) chmodSync(dataDir, FOLDER);
  const real = realpathSync(dataDir);
  const link = mend(real, true);
  return link === null ? { ok: true, wasOpen } : refused(dataDir, 'link', relative(real, link));
}
