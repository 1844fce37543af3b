/** The lock: names, one PIN, and nothing of what is behind it. */
import { Alert, Button, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconLock } from '@tabler/icons-react';
import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Face, PeopleState } from '#shared/contract/people.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { useActiveProfile } from '../../app-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { PinInput } from '../../components/pin-input.tsx';
import { StillMissing } from '../../components/still-missing.tsx';
import { takePeople, usePeople } from '../../people-store.ts';

/** Tries are not told while they are many: only a person who is close to the block needs the number. */
const TELL_FROM = 7;

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    // Arabic letters beside one another would join to a word.
    .join('\u200c');

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
  const showsPins = people.some(({ shownPin }) => shownPin !== null);
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
                {face.fromHeadOffice && ` · ${t('people.chain.from')}`}
                {face.shownPin !== null && (
                  <>
                    {' · '}
                    {t('practice.pin')} <bdi dir="ltr">{face.shownPin}</bdi>
                  </>
                )}
                {face.shownPin === null && showsPins && ` · ${t('practice.ownPin')}`}
              </span>
            </span>
            {face.personId === chosen && <IconCheck size={18} className="face-check" aria-hidden />}
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

/** What head office changed of whoever was signed in. */
function Told({ told }: { told: NonNullable<PeopleState['told']> }) {
  const { t } = useTranslation();
  const { name, role, by, pcName: pc } = told;
  return (
    <Alert color="gray" role="status" icon={<IconInfoCircle size={20} aria-hidden />}>
      {role === null
        ? t('people.chain.told.gone', { name, by, pc })
        : t('people.chain.told.role', { name, by, pc, role: t(`people.role.${role}`) })}
    </Alert>
  );
}

type Entered = { pin: string; code: string; again: string };
const NOTHING: Entered = { pin: '', code: '', again: '' };
type FieldsProps = {
  face: Face;
  withCode: boolean;
  /** Somebody else can give this person a new PIN. */
  hasHelp: boolean;
  typed: Entered;
  wrong: boolean;
  field: RefObject<HTMLInputElement | null>;
  onChange: (typed: Entered) => void;
};

/** The PIN; or the one-time code and the PIN that is chosen with it. */
function Fields({ face, withCode, hasHelp, typed, wrong, field, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const { name } = face;
  if (!withCode)
    return (
      <PinInput
        ref={field}
        label={t('people.lock.enter', { name })}
        description={hasHelp && t('people.lock.forgot')}
        value={typed.pin}
        error={
          wrong && (
            <span role="alert" className="inline-row">
              <IconAlertTriangle size={14} aria-hidden />
              {t(face.role === 'administrator' ? 'people.lock.wrongOwn' : 'people.lock.wrong', { name })}
            </span>
          )
        }
        onChange={(pin) => onChange({ ...typed, pin })}
      />
    );
  const differs = typed.again !== '' && typed.again !== typed.pin;
  return (
    <>
      {!face.hasPin && <p className="muted size-13">{t('people.chain.firstTime')}</p>}
      <TextInput
        ref={field}
        label={t('people.chain.oneTimeCode')}
        required
        description={t('people.chain.codeForm')}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        maxLength={24}
        value={typed.code}
        onChange={(event) => onChange({ ...typed, code: event.currentTarget.value })}
      />
      <PinInput
        label={t('people.field.newPin')}
        required
        description={t('people.field.pinHint')}
        value={typed.pin}
        onChange={(pin) => onChange({ ...typed, pin })}
      />
      <PinInput
        label={t('people.field.repeatPin')}
        required
        value={typed.again}
        error={differs && t('people.field.differs')}
        onChange={(again) => onChange({ ...typed, again })}
      />
      <StillMissing
        names={[
          ...(typed.code.trim() === '' ? [t('people.chain.oneTimeCode')] : []),
          ...(typed.pin === '' ? [t('people.field.newPin')] : []),
          ...(typed.again === '' ? [t('people.field.repeatPin')] : []),
        ]}
      />
    </>
  );
}

const isComplete = ({ pin, code, again }: Entered, withCode: boolean): boolean =>
  withCode ? code.trim() !== '' && pin !== '' && again === pin : pin !== '';

/** Signs in with what was typed, which is forgotten at once. */
function useSigningIn(face: Face | undefined, withCode: boolean) {
  const [typed, setTyped] = useState<Entered>(NOTHING);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const forget = () => {
    setTyped(NOTHING);
    setError(null);
    field.current?.focus();
  };
  const unlock = async (event: FormEvent) => {
    event.preventDefault();
    if (!face) return;
    if (!isComplete(typed, withCode)) return field.current?.focus();
    setBusy(true);
    setTyped(NOTHING);
    const { personId } = face;
    const { pin, code } = typed;
    const answer = await (withCode
      ? call('people.useCode', { personId, code, newPin: pin })
      : call('people.unlock', { personId, pin }));
    setBusy(false);
    if (answer.ok) return takePeople(answer.value);
    setError(answer.error);
    field.current?.focus();
  };
  return { typed, setTyped, busy, error, field, forget, unlock };
}

export function LockScreen({ state }: { state: PeopleState }) {
  const { t } = useTranslation();
  const { entered, switching } = usePeople();
  const known = (personId: string | null) => state.people.some((face) => face.personId === personId);
  const only = state.people.length === 1 ? (state.people[0]?.personId ?? null) : null;
  const [chosen, setChosen] = useState<string | null>(!switching && known(entered) ? entered : only);
  const [hasCode, setHasCode] = useState(false);
  const face = state.people.find(({ personId }) => personId === chosen);
  const hasHelp = state.people.some(({ personId, role }) => role === 'administrator' && personId !== chosen);
  const withCode = face !== undefined && face.hasCode && (hasCode || !face.hasPin);
  const isFirst = withCode && !face.hasPin;
  const { typed, setTyped, busy, error, field, forget, unlock } = useSigningIn(face, withCode);
  const wrong = error !== null && isPlainlyWrong(error);
  useEffect(() => field.current?.focus(), [chosen, withCode, field]);
  const choose = (personId: string) => {
    setChosen(personId);
    setHasCode(false);
    forget();
  };
  return (
    <main className="sign-in">
      <form className="card sign-in-card" onSubmit={(event) => void unlock(event)}>
        <Where showsPins={state.people.some(({ shownPin }) => shownPin !== null)} />
        <div className="row">
          <IconLock size={24} color="var(--accent)" aria-hidden />
          <h1>{isFirst ? t('people.chain.chooseTitle', { name: face.name }) : t('people.lock.title')}</h1>
        </div>
        {face?.hasPin !== false && (
          <p className="muted">{entered !== null ? t('people.lock.text') : t('people.lock.who')}</p>
        )}
        {state.told && <Told told={state.told} />}
        <Names people={state.people} chosen={chosen} onChoose={choose} />
        {!face && <p className="muted size-13 flush">{t('people.lock.choose')}</p>}
        {face && <Fields {...{ face, withCode, hasHelp, typed, wrong, field }} onChange={setTyped} />}
        {error && !wrong && <ErrorNotice error={error} />}
        {face && (
          <Button type="submit" loading={busy} disabled={withCode && !isComplete(typed, withCode)}>
            {withCode ? t('people.chain.choose') : t('people.lock.action')}
          </Button>
        )}
        {face?.hasCode && face.hasPin && !withCode && (
          <Button variant="subtle" onClick={() => setHasCode(true)}>
            {t('people.chain.useCode')}
          </Button>
        )}
      </form>
    </main>
  );
}
