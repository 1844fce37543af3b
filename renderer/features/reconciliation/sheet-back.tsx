/**
 * A sheet that comes back filled in. Every row is judged first; the rows without a problem are applied together or not at all.
 */
import { Alert, FileButton, Button } from '@mantine/core';
import { IconCircleCheck, IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { useAuthorization } from '../../components/authorization.tsx';
import { useCounted } from '../../components/counted.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { TotalsText } from '../../components/money-text.tsx';
import { MovementDialog } from '../../components/movement-dialog.tsx';
import { SendButton, SentEnding, useSendForApproval } from '../../components/send-for-approval.tsx';
import { base64Of } from '../../api/base64.ts';
import { SheetRows } from './sheet-rows.tsx';
import { sheetWordsBack } from './sheet-texts.ts';

type Checked = OutputOf<'reconciliation.checkSheet'>;
type Applied = OutputOf<'reconciliation.applySheet'>;
/** The largest file that the core takes. */
const MOST_BYTES = 10_000_000;
const unreadable: AppError = { kind: 'reconciliation', code: 'sheet-unreadable', params: {} };

function Choose({ again, onChoose }: { again: boolean; onChoose: (file: File | null) => void }) {
  const { t } = useTranslation();
  return (
    <FileButton
      accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
      inputProps={{ 'aria-label': t('reconciliation.sheet.choose') }}
      onChange={onChoose}
    >
      {(props) => (
        <Button {...props} variant="default" leftSection={<IconFileUpload size={16} />}>
          {t(again ? 'reconciliation.sheet.chooseOther' : 'reconciliation.sheet.choose')}
        </Button>
      )}
    </FileButton>
  );
}

/** The effect of the sheet, before it is applied. */
function Verdict({ checked }: { checked: Checked }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { rows, applicable, writeOffs, passedOver } = checked;
  const problems = rows.filter(({ problem }) => problem !== null).length;
  return (
    <div className="reconcile-verdict" role="status" data-testid="sheet-verdict">
      <div>{t('reconciliation.sheet.resolves', counted(applicable.resolve))}</div>
      <div>
        {t('reconciliation.sheet.writesOff', counted(applicable.writeOff))}{' '}
        {writeOffs.length > 0 && <TotalsText totals={writeOffs} strong />}
      </div>
      {problems > 0 && (
        <div className="chip" data-tone="late">
          {t('reconciliation.sheet.problems', counted(problems))}
        </div>
      )}
      {passedOver > 0 && (
        <div className="muted">{t('reconciliation.sheet.passedOver', counted(passedOver))}</div>
      )}
    </div>
  );
}

function Done({ applied }: { applied: Applied }) {
  const { t } = useTranslation();
  const counted = useCounted();
  return (
    <Alert
      color="green"
      icon={<IconCircleCheck size={20} />}
      title={t('reconciliation.sheet.applied')}
      role="status"
    >
      {t('reconciliation.sheet.resolved', counted(applied.resolved))}{' '}
      {t('reconciliation.sheet.writtenOff', counted(applied.writtenOff))}
    </Alert>
  );
}

/** The file that was chosen, and the core's judgement of its rows. */
function useCheckedSheet() {
  const [fileName, setFileName] = useState<string | null>(null);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const check = async (file: File | null) => {
    if (!file) return;
    setFileName(file.name);
    setChecked(null);
    setError(null);
    if (file.size > MOST_BYTES) return setError(unreadable);
    setBusy(true);
    const base64 = await base64Of(file);
    if (base64 === null) {
      setBusy(false);
      return setError(unreadable);
    }
    const answer = await call('reconciliation.checkSheet', {
      fileName: file.name,
      base64,
      ...(await sheetWordsBack()),
    });
    setBusy(false);
    if (answer.ok) setChecked(answer.value);
    else setError(answer.error);
  };
  return { fileName, checked, busy, error, check, setBusy, setError };
}

export function SheetBack({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { fileName, checked, busy, error, check, setBusy, setError } = useCheckedSheet();
  const [applied, setApplied] = useState<Applied | null>(null);
  const writeOffs = checked?.writeOffs ?? [];
  const asks = writeOffs.length > 0;
  const { fields, value, clear, level, pin } = useAuthorization(
    { do: 'write-off' },
    writeOffs.map(({ amount }) => amount),
  );
  const approval = useSendForApproval();
  const problem = error ?? approval.error;
  const count = checked ? checked.applicable.resolve + checked.applicable.writeOff : 0;
  const apply = async () => {
    if (!checked) return;
    setBusy(true);
    setError(null);
    const answer = await call('reconciliation.applySheet', {
      sheetId: checked.sheetId,
      authorization: asks ? value : null,
    });
    clear();
    setBusy(false);
    if (answer.ok) setApplied(answer.value);
    else setError(answer.error);
  };
  const send = () => {
    if (!checked || pin === null) return;
    setError(null);
    void approval.send({ kind: 'write-off-sheet', sheetId: checked.sheetId, pin }).then(clear);
  };
  return (
    <MovementDialog
      onClose={onClose}
      title={t('reconciliation.sheet.title')}
      consequence={t('reconciliation.sheet.consequence')}
      confirmLabel={t('reconciliation.sheet.apply', counted(count))}
      canConfirm={count > 0 && (!asks || value !== null)}
      busy={busy || approval.busy}
      errors={[error, approval.error]}
      onConfirm={() => void apply()}
      ended={(applied !== null || approval.sent) && 'done'}
      size={860}
      alternative={
        asks &&
        level === 'L3' && <SendButton busy={approval.busy} disabled={pin === null || busy} onClick={send} />
      }
    >
      {approval.sent && <SentEnding about="write-off" />}
      {applied && <Done applied={applied} />}
      {!applied && !approval.sent && (
        <>
          <div className="row">
            <Choose again={fileName !== null} onChoose={(file) => void check(file)} />
            {fileName !== null && <bdi dir="ltr">{fileName}</bdi>}
          </div>
          {problem && <ErrorNotice error={problem} />}
          {checked && <Verdict checked={checked} />}
          {checked && <SheetRows rows={checked.rows} />}
          {asks && fields}
        </>
      )}
    </MovementDialog>
  );
}
