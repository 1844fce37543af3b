/** The confirmation: a note of what was found, and a button that nothing but a person presses. */
import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCounted } from '../../components/counted.ts';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { useMay } from '../../people-store.ts';
import { lineKey, useCheckByHand } from './store.ts';

export function ConfirmChecked() {
  const { t } = useTranslation();
  const counted = useCounted();
  const { incidents, looked, note, confirming, write, confirm } = useCheckByHand();
  const left = (incidents ?? [])
    .filter(({ confirmed }) => confirmed === null)
    .flatMap(({ kept, entries }) => entries.map((_, at) => lineKey(kept, at)))
    .filter((line) => !looked.includes(line)).length;
  const may = useMay('operations.resolve');
  return (
    <section className="card stack-12 check-card check-confirm">
      <h2>{t('checkByHand.confirm.title')}</h2>
      <p>{t('checkByHand.confirm.text')}</p>
      <Textarea
        label={t('checkByHand.confirm.note')}
        description={t('checkByHand.confirm.noteHint')}
        autosize
        minRows={3}
        maxLength={2_000}
        required
        value={note}
        onChange={(event) => write(event.currentTarget.value)}
      />
      {left > 0 && (
        <p className="size-13" role="status">
          {t('checkByHand.list.left', counted(left))}
        </p>
      )}
      <div>
        <GuardedButton
          guard={may}
          color="dark"
          disabled={note.trim() === ''}
          loading={confirming}
          onClick={() => void confirm()}
        >
          {t('checkByHand.confirm.action')}
        </GuardedButton>
      </div>
      {!may.allowed && <p>{may.reason}</p>}
    </section>
  );
}
