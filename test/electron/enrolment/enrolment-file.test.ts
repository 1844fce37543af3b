import { closeSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readEnrolment } from '#electron/services/enrolment/index.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'closeout-enrolment-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const notOpened = () => Promise.reject(new Error('it was given to the process that uses keys'));
const codeOf = async (path: string) => {
  const read = await readEnrolment(path, 'passphrase', notOpened);
  return read.ok ? 'ok' : read.error.code;
};

it('a path to nothing is not found', async () => {
  expect(await codeOf(join(folder, 'nothing'))).toBe('backup-file-not-found');
});

it('a folder is no enrolment file', async () => {
  const path = join(folder, 'folder');
  mkdirSync(path);
  expect(await codeOf(path)).toBe('enrolment-invalid');
});

it('a file of three gigabytes is none, and is not read to find that out', async () => {
  const path = join(folder, 'large');
  const file = openSync(path, 'w');
  ftruncateSync(file, 3 * 1024 ** 3);
  closeSync(file);
  expect(await codeOf(path)).toBe('enrolment-invalid');
});
