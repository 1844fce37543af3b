/** The lock: names, one PIN, and nothing of what is behind it. */
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Face, PeopleState } from '#shared/contract/people.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { useActiveProfile } from '../../app-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { PinInput } from '../../components/pin-input.tsx';
import { takePeople, usePeople } from '../../people-store.ts';

/** Tries are not told while they are many: only a person who is close to the block needs the number. */
const TELL_FROM = 7;

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('');

function Names({
  people,
  chosen,
  onChoose,
}: {
  people: Face[];
  chosen: string | null;
  onChoose: (id: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <ul className="faces" aria-label={t('people.lock.who')}>
      {people.map((face) => (
        <li key={face.personId}>
          <button
            type="button"
            className="face"
            aria-pressed={face.personId === chosen}
            onClick={() => onChoose(face.personId)}
          >
            <span className="face-mark" aria-hidden>
              {initialsOf(face.name)}
            </span>
            <span>
              <strong>
                <bdi>{face.name}</bdi>
              </strong>
              <span className="muted">
                {face.blockedMinutes === null
                  ? t(`people.role.${face.role}`)
                  : t('people.lock.blocked', { minutes: face.blockedMinutes })}
                {face.shownPin !== null && (
                  <>
                    {' · '}
                    {t('practice.pin')} <bdi dir="ltr">{face.shownPin}</bdi>
                  </>
                )}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Whose window it is and whether its money is real; nothing of what is in it. */
function Where({ showsPins }: { showsPins: boolean }) {
  const { t } = useTranslation();
  const profile = useActiveProfile();
  if (!profile) return null;
  const { environment, name } = profile;
  return (
    <div className="lock-where" data-environment={environment}>
      <strong>{t(`app.environment.${environment}`)}</strong> · <bdi>{name}</bdi>
      {showsPins && <span>{t('practice.pinsShown')}</span>}
    </div>
  );
}

/** While many tries are left, a wrong PIN is said at its field, and not how many. */
const isPlainlyWrong = ({ code, params }: AppError): boolean =>
  code === 'pin-wrong' && Number(params['left'] ?? 0) > TELL_FROM;

export function LockScreen({ state }: { state: PeopleState }) {
  const { t } = useTranslation();
  const { entered, switching } = usePeople();
  const known = (personId: string | null) => state.people.some((face) => face.personId === personId);
  const only = state.people.length === 1 ? (state.people[0]?.personId ?? null) : null;
  const [chosen, setChosen] = useState<string | null>(!switching && known(entered) ? entered : only);
  const [pin, setPin] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const face = state.people.find(({ personId }) => personId === chosen);
  const wrong = error !== null && isPlainlyWrong(error);
  useEffect(() => field.current?.focus(), [chosen]);
  const choose = (personId: string) => {
    setChosen(personId);
    setPin('');
    setError(null);
    field.current?.focus();
  };
  const unlock = async (event: FormEvent) => {
    event.preventDefault();
    if (!face) return;
    if (pin === '') return field.current?.focus();
    setBusy(true);
    setPin('');
    const answer = await call('people.unlock', { personId: face.personId, pin });
    setBusy(false);
    if (answer.ok) return takePeople(answer.value);
    setError(answer.error);
    field.current?.focus();
  };
  return (
    <main className="sign-in">
      <form className="card sign-in-card" onSubmit={(event) => void unlock(event)}>
        <Where showsPins={state.people.some(({ shownPin }) => shownPin !== null)} />
        <div className="row">
          <IconLock size={24} color="var(--accent)" aria-hidden />
          <h1>{t('people.lock.title')}</h1>
        </div>
        <p className="muted">{entered !== null ? t('people.lock.text') : t('people.lock.who')}</p>
        <Names people={state.people} chosen={chosen} onChoose={choose} />
        {!face && <p className="muted size-13 flush">{t('people.lock.choose')}</p>}
        {face && (
          <PinInput
            ref={field}
            label={t('people.lock.enter', { name: face.name })}
            value={pin}
            error={wrong && <span role="alert">{t('people.lock.wrong', { name: face.name })}</span>}
            onChange={setPin}
          />
        )}
        {error && !wrong && <ErrorNotice error={error} />}
        <Button type="submit" loading={busy} disabled={!face}>
          {t('people.lock.action')}
        </Button>
      </form>
    </main>
  );
}
