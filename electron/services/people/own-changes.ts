/** What this PC's record says of a change of the chain's people that a person made here. */
import type { NewEntry } from '../../audit/entry.ts';
import type { CountedChange } from '../../head-office/people-record.ts';

/** `seq`: its place in the list. */
export type OwnChange = {
  readonly seq: number;
  readonly entry: Omit<NewEntry, 'outcome'> & { readonly actor: string };
};

/** The first of the list is told by who begins it. */
export function ownChange({ seq, change, before }: CountedChange): OwnChange[] {
  const told = (action: NewEntry['action'], target: string, params: NewEntry['params']): OwnChange[] => [
    { seq, entry: { action, target, params, actor: change.by.name } },
  ];
  switch (change.what) {
    case 'begin':
      return [];
    case 'person': {
      const { id, name, role, active } = change.person;
      const was = before.people.get(id);
      if (!was) return told('person.shared', id, { name, role, active });
      const action = was.active && !active ? 'person.removed' : 'person.changed';
      const from = { name: was.name, role: was.role, active: was.active };
      return told(action, id, { before: from, after: { name, role, active } });
    }
    case 'pc': {
      const { id, name, confirmed } = change.pc;
      return told(confirmed ? 'people.pc-confirmed' : 'people.pc-unconfirmed', id, { name });
    }
    case 'code': {
      const { personId, pc } = change;
      const name = before.people.get(personId)?.name ?? '';
      return told('person.code-made', personId, { name, pc: before.pcs.get(pc)?.name ?? '' });
    }
  }
}
