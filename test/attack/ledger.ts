/** Which hostile string was planted in which field, which of them came as far as the window, and which were seen in a view. */
import { HOSTILE_STRINGS } from './hostile-strings.ts';

/** Stands before the name of its field in every planted text, and a hyphen after it. */
const PLANTED = 'planted-';
/** An override and a bell, which no view may show. */
const TRICK = '\u202E\u0007';
/** Before each hostile string stands its number. */
const marked = (number: number) => `#${number}# ${HOSTILE_STRINGS[number] ?? ''} `;
const STRINGS_IN_OTHERS = 2;
/** An identifier is at most so long with its end; a longer one is none, and is left out with its row. */
const MOST_IN_IDENTIFIER = 200;
/** Of so many new identifiers of a field one stays as it is, and one gets an end that is too long. */
const EVERY = 12;

/** Of what is bent seldom, one occurrence in so many is. */
const ONE_IN = 3;

/** Finds what was planted: each field whose string stands in this text, with the numbers of its strings that do. */
function* foundIn(text: string): Generator<[name: string, strings: number[]]> {
  for (const part of text.split(PLANTED).slice(1)) {
    const name = /^(\w+)-/.exec(part)?.[1];
    if (name !== undefined) yield [name, [...part.matchAll(/#(\d+)# /g)].map(([, n]) => Number(n))];
  }
}

/** Strings by field. */
class Counted {
  readonly #of = new Map<string, Set<number>>();
  add(field: string, strings: Iterable<number>) {
    const all = this.#of.get(field) ?? new Set();
    for (const one of strings) all.add(one);
    this.#of.set(field, all);
  }
  of = (field: string): ReadonlySet<number> => this.#of.get(field) ?? new Set();
  fields = () => [...this.#of.keys()];
}

type End = { readonly name: string; readonly text: string | null; readonly strings: readonly number[] };

export class Ledger {
  readonly planted = new Counted();
  readonly #reached = new Counted();
  readonly #seen = new Counted();
  readonly #met = new Set<string>();
  readonly #own = new Set<string>();
  readonly #turns = new Map<string, number>();
  /** By identifier: it has one end, in whatever field it stands. */
  readonly #ends = new Map<string, End>();
  readonly #fieldsOfEnd = new Map<string, Set<string>>();

  /** The numbers of a field's next strings, at most so many and so long: each field goes through all of them. */
  #next(field: string, count: number, most: number): number[] {
    const taken: number[] = [];
    let length = 0;
    for (let tries = 0; tries < count; tries += 1) {
      const turn = this.#turns.get(field) ?? 0;
      const number = turn % HOSTILE_STRINGS.length;
      if (length + marked(number).length > most && length > 0) break;
      this.#turns.set(field, turn + 1);
      if (length + marked(number).length > most) continue;
      length += marked(number).length;
      taken.push(number);
    }
    return taken;
  }

  /** Its field's name, an override and a bell, and every string, or the field's next ones. */
  text = (field: string, whole: boolean): string => {
    const strings = this.#next(field, whole ? HOSTILE_STRINGS.length : STRINGS_IN_OTHERS, Infinity);
    this.planted.add(field, strings);
    return `${PLANTED}${field}-${TRICK} ${strings.map(marked).join('')}`;
  };

  /** The same for what a person types and a file brings: as many strings as it may hold. */
  typed(field: string, most = 500): string {
    const begin = `${PLANTED}${field}-${TRICK} `;
    const strings = this.#next(field, HOSTILE_STRINGS.length, most - begin.length);
    this.#own.add(field);
    this.planted.add(field, strings);
    return begin + strings.map(marked).join('');
  }

  /** What follows that identifier: as many of the field's next strings as it may hold. */
  end(field: string, value: string): string | null {
    const end = this.#ends.get(value) ?? this.#newEnd(field, MOST_IN_IDENTIFIER - value.length);
    this.#ends.set(value, end);
    if (end.text === null) return null;
    this.planted.add(field, end.strings);
    const fields = this.#fieldsOfEnd.get(end.name) ?? new Set();
    this.#fieldsOfEnd.set(end.name, fields.add(field));
    return end.text;
  }
  #newEnd(field: string, most: number): End {
    const name = `end${this.#ends.size}`;
    const turn = this.#turns.get(`new ${field}`) ?? 0;
    this.#turns.set(`new ${field}`, turn + 1);
    if (turn % EVERY === 1) return { name, text: null, strings: [] };
    const begin = `${PLANTED}${name}-${TRICK} `;
    if (turn % EVERY === EVERY - 1) {
      const strings = HOSTILE_STRINGS.map((_one, number) => number);
      return { name, text: begin + strings.map(marked).join(''), strings };
    }
    // The signs around an end take the last of the room.
    const strings = this.#next(field, HOSTILE_STRINGS.length, most - begin.length - 4);
    return { name, text: begin + strings.map(marked).join(''), strings };
  }
  met(field: string) {
    this.#met.add(field);
  }

  isTurn(field: string): boolean {
    const turn = this.#turns.get(`met ${field}`) ?? 0;
    this.#turns.set(`met ${field}`, turn + 1);
    return turn % ONE_IN === ONE_IN - 1;
  }

  /** What came to the window, or is seen there. */
  note(where: 'reached' | 'seen', text: string): boolean {
    let any = false;
    for (const [name, strings] of foundIn(text))
      for (const field of this.#fieldsOfEnd.get(name) ?? [name]) {
        any = true;
        this.#reached.add(field, strings);
        if (where === 'seen') this.#seen.add(field, strings);
      }
    return any;
  }

  /** By field: how many strings were planted in it, came to the window, and were seen. */
  rows() {
    return this.planted.fields().map((field) => ({
      field,
      isOwn: this.#own.has(field),
      planted: this.planted.of(field).size,
      reached: this.#reached.of(field).size,
      seen: this.#seen.of(field).size,
    }));
  }
  /** Fields of the gateway that hold text, and in which nothing was planted. */
  left = () => [...this.#met].filter((field) => this.planted.of(field).size === 0);
}
