/** Settings: the people of this PC. */
import { Badge, Button } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Person } from '#shared/contract/people.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { useMay, useMe } from '../../people-store.ts';
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

function PersonRow({ person, onEdit }: { person: Person; onEdit: () => void }) {
  const { t } = useTranslation();
  const me = useMe();
  return (
    <div className="person-row" data-person={person.name}>
      <div>
        <strong>
          <bdi>{person.name}</bdi>
        </strong>
        {person.personId === me?.personId && <span className="muted"> · {t('people.list.you')}</span>}{' '}
        {!person.active && (
          <Badge variant="light" color="gray">
            {t('people.list.inactive')}
          </Badge>
        )}
        <div className="muted size-13">
          {t(`people.role.${person.role}`)} · {t(`people.roleText.${person.role}`)}
        </div>
        {person.blockedMinutes !== null && (
          <div className="bad-text">{t('people.lock.blocked', { minutes: person.blockedMinutes })}</div>
        )}
      </div>
      <Button size="xs" variant="default" className="push" onClick={onEdit}>
        {t('app.actions.edit')}
      </Button>
    </div>
  );
}

export function PeopleSettings() {
  const { t } = useTranslation();
  const guard = useMay('settings.people');
  const { people, error, setPeople } = usePeopleList(guard.allowed);
  const [edited, setEdited] = useState<Person | 'new' | null>(null);
  return (
    <section className="card">
      <div className="card-head">
        <h2 className="card-title">{t('people.list.title')}</h2>
        <span className="push">
          <GuardedButton size="xs" guard={guard} onClick={() => setEdited('new')}>
            {t('people.list.add')}
          </GuardedButton>
        </span>
      </div>
      <p className="muted size-13 spaced">{guard.allowed ? t('people.list.text') : guard.reason}</p>
      {error && <ErrorNotice error={error} />}
      {people.map((person) => (
        <PersonRow key={person.personId} person={person} onEdit={() => setEdited(person)} />
      ))}
      {edited !== null && (
        <PersonEditor
          person={edited === 'new' ? null : edited}
          onDone={setPeople}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  );
}
