/** Changing a person whom head office keeps: name, role, whether they may sign in. It holds on every PC. */
import { Button, Divider, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChainPeopleState, ChainPersonShown } from '#shared/contract/chain-people.ts';
import type { Role } from '#shared/domain/rights.ts';
import { call } from '../../api/client.ts';
import { useAsk } from '../../components/asked.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { PinInput } from '../../components/pin-input.tsx';
import { CodeDialog } from './chain-dialogs.tsx';
import { NameAndRole } from './name-and-role.tsx';

type Props = {
  person: ChainPersonShown;
  state: ChainPeopleState;
  onState: (state: ChainPeopleState) => void;
  onClose: () => void;
};

export function ChainPersonEditor({ person, state, onState, onClose }: Props) {
  const { t } = useTranslation();
  const { personId, active, by, pcName } = person;
  const [name, setName] = useState(person.name);
  const [role, setRole] = useState<Role>(person.role);
  const [pin, setPin] = useState('');
  const [isMaking, setMaking] = useState(false);
  const { busy, error, ask } = useAsk<ChainPeopleState>();
  if (isMaking) return <CodeDialog person={person} pcs={state.pcs} onClose={onClose} />;
  const change = async (isActive: boolean) => {
    const done = await ask(call('chainPeople.change', { personId, name, role, active: isActive, pin }));
    if (!done) return;
    onState(done);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('people.list.edit', { name: person.name })}>
      <div className="stack">
        {error && <ErrorNotice error={error} />}
        <p className="muted size-13 flush">{t('people.chain.changedBy', { name: by, pc: pcName })}</p>
        <NameAndRole name={name} role={role} onName={setName} onRole={setRole} />
        {active && (
          <Button variant="default" className="make-code" onClick={() => setMaking(true)}>
            {t('people.chain.makeCode')}
          </Button>
        )}
        <Divider />
        <PinInput label={t('people.field.yourPin')} required value={pin} onChange={setPin} />
        <div className="dialog-acts">
          <Button
            variant="outline"
            color={active ? 'red' : 'gray'}
            className="pull"
            disabled={pin === '' || busy}
            onClick={() => void change(!active)}
          >
            {active ? t('people.list.deactivate') : t('people.list.reactivate')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('app.actions.cancel')}
          </Button>
          <Button
            disabled={pin === '' || name.trim() === ''}
            loading={busy}
            onClick={() => void change(active)}
          >
            {t('app.actions.save')}
          </Button>
        </div>
        <span className="muted size-13">{t('people.chain.deactivated')}</span>
      </div>
    </Modal>
  );
}
