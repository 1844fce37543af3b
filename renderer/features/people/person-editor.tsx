/** Adding a person, or changing one: name, role, a new PIN, active or not. The own PIN confirms it. */
import { Button, Divider, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChainPeopleState } from '#shared/contract/chain-people.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import type { Person } from '#shared/contract/people.ts';
import type { Role } from '#shared/domain/rights.ts';
import type { Result } from '#shared/errors/result.ts';
import { call } from '../../api/client.ts';
import { useAsk } from '../../components/asked.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { PinInput } from '../../components/pin-input.tsx';
import { ChainAct } from './chain-dialogs.tsx';
import { NameAndRole } from './name-and-role.tsx';

type Answer = Result<OutputOf<'people.list'>>;
type EditorProps = {
  person: Person | null;
  /** Shares the person with every PC of the chain. Null where that is not possible. */
  onShared: ((state: ChainPeopleState) => void) | null;
  onDone: (people: Person[]) => void;
  onClose: () => void;
};

type ActsProps = {
  person: Person;
  disabled: boolean;
  act: (work: () => Promise<Answer>) => Promise<void>;
  change: (person: Person, active: boolean) => Promise<Answer>;
  unblock: (person: Person) => Promise<Answer>;
};

/** Taking a person off this PC, or back again, and ending a block. */
function PersonActs({ person, disabled, act, change, unblock }: ActsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Button
        variant="outline"
        color={person.active ? 'red' : 'gray'}
        className="pull"
        disabled={disabled}
        onClick={() => void act(() => change(person, !person.active))}
      >
        {person.active ? t('people.list.deactivate') : t('people.list.reactivate')}
      </Button>
      {person.blockedMinutes !== null && (
        <Button variant="default" disabled={disabled} onClick={() => void act(() => unblock(person))}>
          {t('people.list.unblock')}
        </Button>
      )}
    </>
  );
}

type Fields = { name: string; role: Role; newPin: string; again: string };
type FieldsProps = { person: Person | null; fields: Fields; onChange: (change: Partial<Fields>) => void };

function PersonFields({ person, fields: { name, role, newPin, again }, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const differs = again !== '' && again !== newPin;
  return (
    <>
      <NameAndRole
        name={name}
        role={role}
        onName={(value) => onChange({ name: value })}
        onRole={(value) => onChange({ role: value })}
      />
      <PinInput
        label={t('people.field.newPin')}
        description={t('people.field.pinHint')}
        placeholder={person ? t('profiles.form.unchanged') : undefined}
        value={newPin}
        onChange={(value) => onChange({ newPin: value })}
      />
      <PinInput
        label={t('people.field.repeatPin')}
        error={differs && t('people.field.differs')}
        value={again}
        onChange={(value) => onChange({ again: value })}
      />
    </>
  );
}

export function PersonEditor(props: EditorProps) {
  const { person, onShared, onClose } = props;
  const { t } = useTranslation();
  const [isSharing, setSharing] = useState(false);
  if (isSharing && person && onShared)
    return (
      <ChainAct
        title={t('people.chain.share')}
        action={t('people.chain.shareAction')}
        text={t('people.chain.shareText', { name: person.name })}
        ask={(typed) => call('chainPeople.share', { personId: person.personId, pin: typed.pin })}
        onDone={onShared}
        onClose={onClose}
      />
    );
  return <PersonForm {...props} onShare={onShared && (() => setSharing(true))} />;
}

type FormProps = Omit<EditorProps, 'onShared'> & { onShare: (() => void) | null };

function PersonForm({ person, onShare, onDone, onClose }: FormProps) {
  const { t } = useTranslation();
  const [fields, setFields] = useState<Fields>({
    name: person?.name ?? '',
    role: person?.role ?? 'cashier',
    newPin: '',
    again: '',
  });
  const { name, role, newPin, again } = fields;
  const [pin, setPin] = useState('');
  const { busy, error, ask } = useAsk<{ people: Person[] }>();
  const complete = name.trim() !== '' && pin !== '' && newPin === again && (person !== null || newPin !== '');
  const act = async (work: () => Promise<Answer>) => {
    const answer = await ask(work());
    if (!answer) return;
    onDone(answer.people);
    onClose();
  };
  const change = ({ personId }: Person, active: boolean) =>
    call('people.change', { personId, name, role, active, pin });
  const unblock = ({ personId }: Person) => call('people.unblock', { personId, pin });
  const save = async (): Promise<Answer> => {
    if (!person) return call('people.add', { name, role, newPin, pin });
    const changed = await change(person, person.active);
    if (!changed.ok || newPin === '') return changed;
    return call('people.setPin', { personId: person.personId, newPin, pin });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={person ? t('people.list.edit', { name: person.name }) : t('people.list.add')}
    >
      <div className="stack">
        {error && <ErrorNotice error={error} />}
        <PersonFields
          person={person}
          fields={fields}
          onChange={(change) => setFields({ ...fields, ...change })}
        />
        {person && onShare && (
          <Button variant="default" onClick={onShare}>
            {t('people.chain.share')}
          </Button>
        )}
        <Divider />
        <PinInput label={t('people.field.yourPin')} required value={pin} onChange={setPin} />
        <div className="dialog-acts">
          {person && (
            <PersonActs
              person={person}
              disabled={pin === '' || busy}
              act={act}
              change={change}
              unblock={unblock}
            />
          )}
          <Button variant="default" onClick={onClose}>
            {t('app.actions.cancel')}
          </Button>
          <Button disabled={!complete} loading={busy} onClick={() => void act(save)}>
            {person ? t('app.actions.save') : t('people.list.add')}
          </Button>
        </div>
        {person && <span className="muted size-13">{t('people.list.deactivated')}</span>}
      </div>
    </Modal>
  );
}
