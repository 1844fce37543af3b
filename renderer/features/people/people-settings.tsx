/** Settings: the people of this PC. */
import { Badge } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChainPeopleState } from '#shared/contract/chain-people.ts';
import type { Person } from '#shared/contract/people.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { useMay, useMe, type MayDo } from '../../people-store.ts';
import { useChainPeople, useMayChange } from './chain-people.ts';
import { ChainPersonEditor } from './chain-person-editor.tsx';
import { ChainSettings } from './chain-settings.tsx';
import { PersonEditor } from './person-editor.tsx';

function usePeopleList(may: boolean) {
  const [people, setPeople] = useState<Person[]>([]);
  const [error, setError] = useState<AppError | null>(null);
  const load = useCallback(() => {
    if (may)
      void call('people.list', {}).then((answer) =>
        answer.ok ? setPeople(answer.value.people) : setError(answer.error),
      );
  }, [may]);
  useEffect(load, [load]);
  useEffect(() => on('people.changed', ({ kind }) => kind === 'signed-in' && load()), [load]);
  return { people, error, setPeople };
}

type RowProps = {
  person: Person;
  /** This PC takes people over: each row says whose it is. */
  isShared: boolean;
  guard: MayDo;
  onEdit: () => void;
};

function PersonRow({ person, isShared, guard, onEdit }: RowProps) {
  const { t } = useTranslation();
  const me = useMe();
  return (
    <div className="person-row" data-person={person.name}>
      <div>
        <strong>
          <bdi>{person.name}</bdi>
        </strong>
        {person.personId === me?.personId && <span className="muted"> · {t('people.list.you')}</span>}{' '}
        {isShared && (
          <span className="muted">
            {' '}
            · {t(person.fromHeadOffice ? 'people.chain.from' : 'people.chain.local')}
          </span>
        )}{' '}
        {!person.active && (
          <Badge variant="light" color="gray">
            {t('people.list.inactive')}
          </Badge>
        )}
        <div className="muted size-13">
          {t(`people.role.${person.role}`)} · {t(`people.roleText.${person.role}`)}
        </div>
        {person.active && !person.hasPin && <div className="muted size-13">{t('people.chain.noPin')}</div>}
        {person.blockedMinutes !== null && (
          <div className="bad-text">{t('people.lock.blocked', { minutes: person.blockedMinutes })}</div>
        )}
      </div>
      <span className="push">
        <GuardedButton size="xs" variant="default" guard={guard} onClick={onEdit}>
          {t('app.actions.edit')}
        </GuardedButton>
      </span>
    </div>
  );
}

/** Those of this PC, and those whom head office keeps and who have no PIN here. */
function withOthers(people: readonly Person[], chain: ChainPeopleState | null): Person[] {
  const known = new Set(people.map(({ personId }) => personId));
  const others = (chain?.people ?? []).filter(({ personId }) => !known.has(personId));
  const nothing = { blockedMinutes: null, fromHeadOffice: true, hasPin: false };
  return [
    ...people,
    ...others.map(({ personId, name, role, active }) => ({ personId, name, role, active, ...nothing })),
  ];
}

type EditorProps = {
  edited: Person | 'new';
  chain: ChainPeopleState | null;
  onChain: (state: ChainPeopleState) => void;
  onDone: (people: Person[]) => void;
  onClose: () => void;
};

function Editor({ edited, chain, onChain, onDone, onClose }: EditorProps) {
  const mayShare = useMayChange(chain).allowed;
  const person = edited === 'new' ? null : edited;
  const shared = person?.fromHeadOffice && chain?.people.find(({ personId }) => personId === person.personId);
  if (shared && chain)
    return <ChainPersonEditor person={shared} state={chain} onState={onChain} onClose={onClose} />;
  return (
    <PersonEditor
      person={person}
      onShared={mayShare && person?.active ? onChain : null}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

export function PeopleSettings() {
  const { t } = useTranslation();
  const guard = useMay('settings.people');
  const { people, error, setPeople } = usePeopleList(guard.allowed);
  const { state: chain, error: chainError, setState: setChain } = useChainPeople(guard.allowed);
  const mayChange = useMayChange(chain);
  const [edited, setEdited] = useState<Person | 'new' | null>(null);
  return (
    <div className="people-cards">
      <section className="card">
        <div className="card-head">
          <h2 className="card-title">{t('people.list.title')}</h2>
          <span className="push">
            <GuardedButton size="xs" variant="default" guard={guard} onClick={() => setEdited('new')}>
              {t('people.list.add')}
            </GuardedButton>
          </span>
        </div>
        <p className="muted size-13 spaced">{guard.allowed ? t('people.list.text') : guard.reason}</p>
        {error && <ErrorNotice error={error} />}
        {chainError && <ErrorNotice error={chainError} />}
        {withOthers(people, chain).map((person) => (
          <PersonRow
            key={person.personId}
            person={person}
            isShared={chain?.kind === 'on'}
            guard={person.fromHeadOffice ? mayChange : guard}
            onEdit={() => setEdited(person)}
          />
        ))}
        {edited !== null && (
          <Editor
            edited={edited}
            chain={chain}
            onChain={setChain}
            onDone={setPeople}
            onClose={() => setEdited(null)}
          />
        )}
      </section>
      {chain && guard.allowed && <ChainSettings state={chain} onState={setChain} />}
    </div>
  );
}
