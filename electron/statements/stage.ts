/**
 * A preview on disk: every row of the file as it was read, one JSON text a line, so that 200,000 of them cost no memory but
 * their places. It lies beside the upload and goes with it.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import type { SkipReason } from '#shared/domain/statement.ts';
import type { ParsedLine, Problem } from './read-line.ts';

export type StagedRow = {
  readonly row: number;
  readonly state: 'good' | 'bad' | 'skipped';
  readonly reason: SkipReason | null;
  readonly line: (Omit<ParsedLine, 'minor'> & { readonly minor: string }) | null;
  readonly problems: readonly Problem[];
  readonly key: string;
  readonly raw: string;
  /** References beside the first, one a line. */
  readonly more: string;
};
export type StageFilter = 'all' | StagedRow['state'];

const FLUSH_AT = 256 * 1024;
const STATES: readonly StagedRow['state'][] = ['good', 'bad', 'skipped'];

export class Stage {
  readonly #file: number;
  #places = new Float64Array(4_096);
  #states = new Uint8Array(4_096);
  #count = 0;
  #end = 0;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'w+');
  }

  add(row: StagedRow): void {
    if (this.#count + 1 >= this.#places.length) this.#grow();
    const bytes = Buffer.from(`${JSON.stringify(row)}\n`);
    this.#places[this.#count] = this.#end;
    this.#states[this.#count] = STATES.indexOf(row.state);
    this.#count += 1;
    this.#end += bytes.length;
    this.#places[this.#count] = this.#end;
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes >= FLUSH_AT) this.flush();
  }

  #grow(): void {
    const places = new Float64Array(this.#places.length * 2);
    places.set(this.#places);
    this.#places = places;
    const states = new Uint8Array(places.length);
    states.set(this.#states);
    this.#states = states;
  }

  flush(): void {
    const bytes = Buffer.concat(this.#waiting);
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at);
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  /** The rows behind place `after`, and the place of the last of them; null at the end. */
  page(filter: StageFilter, after: number, limit: number): { rows: StagedRow[]; next: number | null } {
    const wanted = filter === 'all' ? null : STATES.indexOf(filter);
    const rows: StagedRow[] = [];
    let at = after;
    for (; at < this.#count && rows.length < limit; at += 1)
      if (wanted === null || this.#states[at] === wanted) rows.push(this.#read(at));
    const more = wanted === null ? at < this.#count : this.#states.subarray(at, this.#count).includes(wanted);
    return { rows, next: more ? at : null };
  }

  #read(index: number): StagedRow {
    const from = this.#places[index] ?? 0;
    const bytes = Buffer.alloc((this.#places[index + 1] ?? from) - from);
    readSync(this.#file, bytes, 0, bytes.length, from);
    // Written above by this class alone.
    return JSON.parse(bytes.toString('utf8')) as StagedRow;
  }

  close(): void {
    closeSync(this.#file);
  }
}
