/** The dialogs of the chain's people: each asks for the own PIN. */
import { Alert, Button, Modal, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChainPc, ChainPeopleState } from '#shared/contract/chain-people.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import type { Result } from '#shared/errors/result.ts';
import { call } from '../../api/client.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { PinInput } from '../../components/pin-input.tsx';

type Done = (state: ChainPeopleState) => void;
type ActProps = {
  title: string;
  action: string;
  text: string;
  /** The label of a code that is typed as well. */
  codeLabel?: string;
  ask: (typed: { code: string; pin: string }) => Promise<Result<ChainPeopleState>>;
  onDone: Done;
  onClose: () => void;
};

/** One act on the list of people, confirmed by the own PIN. */
export function ChainAct({ title, action, text, codeLabel, ask, onDone, onClose }: ActProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [pin, setPin] = useState('');
  return (
    <FormDialog
      title={title}
      action={action}
      ready={pin !== '' && (codeLabel === undefined || code.trim() !== '')}
      onSave={async () => {
        const answer = await ask({ code, pin });
        if (!answer.ok) return answer.error;
        onDone(answer.value);
        return null;
      }}
      onClose={onClose}
    >
      <p className="muted flush">{text}</p>
      {codeLabel !== undefined && (
        <TextInput
          label={codeLabel}
          dir="ltr"
          placeholder="0000-0000-0000-0000"
          spellCheck={false}
          autoComplete="off"
          data-autofocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
      <PinInput
        label={t('people.field.yourPin')}
        {...(codeLabel === undefined && { 'data-autofocus': true })}
        value={pin}
        onChange={setPin}
      />
    </FormDialog>
  );
}

type CodeProps = {
  person: { readonly personId: string; readonly name: string };
  pcs: readonly ChainPc[];
  onClose: () => void;
};

/** Makes a one-time code, and shows it once. */
export function CodeDialog({ person, pcs, onClose }: CodeProps) {
  const { t } = useTranslation();
  const [pc, setPc] = useState<string | null>(pcs.length === 1 ? (pcs[0]?.id ?? null) : null);
  const [pin, setPin] = useState('');
  const [made, setMade] = useState<OutputOf<'chainPeople.makeCode'> | null>(null);
  const { name } = person;
  if (made) return <MadeCode made={made} onClose={onClose} />;
  return (
    <FormDialog
      title={t('people.chain.makeCodeTitle', { name })}
      action={t('people.chain.makeCodeAction')}
      ready={pc !== null && pin !== ''}
      onSave={async () => {
        const answer = await call('chainPeople.makeCode', { personId: person.personId, pc: pc ?? '', pin });
        if (!answer.ok) return answer.error;
        setMade(answer.value);
        return null;
      }}
      onSaved={() => {}}
      onClose={onClose}
    >
      <p className="muted flush">{t('people.chain.makeCodeText', { name })}</p>
      <Select
        label={t('people.chain.forPc')}
        data-autofocus
        allowDeselect={false}
        data={pcs.map(({ id, name: pcName }) => ({ value: id, label: pcName }))}
        value={pc}
        onChange={setPc}
      />
      <PinInput label={t('people.field.yourPin')} value={pin} onChange={setPin} />
    </FormDialog>
  );
}

function MadeCode({ made, onClose }: { made: OutputOf<'chainPeople.makeCode'>; onClose: () => void }) {
  const { t } = useTranslation();
  const { code, name, pcName } = made;
  return (
    <Modal opened onClose={onClose} title={<strong>{t('people.chain.makeCodeTitle', { name })}</strong>}>
      <div className="stack">
        <Alert color="gray" role="status" title={t('people.chain.codeTitle', { name, pc: pcName })}>
          <p className="one-time-code" data-testid="one-time-code">
            <bdi dir="ltr">{code}</bdi>
          </p>
          <p className="flush">{t('people.chain.codeText', { name })}</p>
        </Alert>
        <div className="dialog-acts">
          <Button data-autofocus onClick={onClose}>
            {t('people.chain.done')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
