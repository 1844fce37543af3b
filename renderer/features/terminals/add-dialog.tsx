/** Adding terminals by their ids, typed or pasted. */
import { Autocomplete, Button, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { useCounted } from '../../components/counted.ts';
import { useLatest } from '../../components/latest.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useTerminals } from './store.ts';

type Result = OutputOf<'terminals.add'>;

function Added({ result }: { result: Result }) {
  const { t } = useTranslation();
  const counted = useCounted();
  return (
    <div role="status" className="add-refused">
      {result.added.length > 0 && <span>{t('terminals.add.added', counted(result.added.length))}</span>}
      {result.alreadyThere.length > 0 && (
        <span>{t('terminals.add.alreadyThere', { ids: result.alreadyThere.join(', ') })}</span>
      )}
      {result.rejected.length > 0 && (
        <span className="bad-icon">{t('terminals.add.rejected', { ids: result.rejected.join(', ') })}</span>
      )}
    </div>
  );
}

export function AddDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const typed = useLatest(text);
  const [branchName, setBranchName] = useState('');
  const list = useTerminals((state) => state.list);
  const branches = [...new Set(list?.terminals.flatMap((terminal) => terminal.branchName ?? []))];
  const [result, setResult] = useState<Result | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const close = () => {
    setText('');
    setBranchName('');
    setResult(null);
    setError(null);
    onClose();
  };
  const add = async () => {
    const answer = await call('terminals.add', { text, branchName: branchName.trim() || null });
    if (!answer.ok) return setError(answer.error);
    setError(null);
    setResult(answer.value);
    if (answer.value.added.length > 0) void useTerminals.getState().readAll(answer.value.added);
    // More was typed meanwhile: it stays, and so does the dialog.
    if (typed.current !== text) return;
    setText(answer.value.rejected.join('\n'));
    if (answer.value.rejected.length === 0 && answer.value.added.length > 0) close();
  };
  return (
    <Modal opened={opened} onClose={close} title={<strong>{t('terminals.add.title')}</strong>}>
      <div className="stack">
        <Textarea
          label={t('terminals.add.label')}
          description={t('terminals.add.description')}
          autosize
          minRows={4}
          dir="ltr"
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Autocomplete
          label={t('terminals.column.branch')}
          description={t('terminals.add.branch')}
          maxLength={80}
          data={branches}
          value={branchName}
          onChange={setBranchName}
        />
        {error && <ErrorNotice error={error} />}
        {result && <Added result={result} />}
        <div className="dialog-acts">
          <Button variant="default" onClick={close}>
            {t('app.actions.cancel')}
          </Button>
          <Button disabled={text.trim() === ''} onClick={() => void add()}>
            {t('terminals.add.action')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
