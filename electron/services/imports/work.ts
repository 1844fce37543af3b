/** The parts that the steps of an import share. */
import type { ProfileContext } from '../context.ts';
import type { Upload, Uploads } from './uploads.ts';

export type ImportWork = {
  readonly context: ProfileContext;
  readonly uploads: Uploads;
  readonly newId: () => string;
  readonly who: () => { by: string; atMs: number; machine: string };
  readonly tell: (upload: Upload, phase: 'reading' | 'storing', rows: number, finished: boolean) => void;
};
