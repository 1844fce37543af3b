/** Importing a sheet of customers or of payment links: the file, what the gateway says of it, and what came of it. */
import { Modal } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Sheet } from '#shared/contract/sheets.ts';
import { rightOfSheet, type SheetKind } from '#shared/domain/sheets.ts';
import { call } from '../../api/client.ts';
import { useCanMoveMoney, useOffered, type MayMove } from '../../app-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { EnvironmentLine } from '../../components/movement-dialog.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { ChooseFile } from './choose-file.tsx';
import { SheetRows } from './rows.tsx';
import { SheetActs, SheetBefore, SheetCounts, SheetWork } from './steps.tsx';
import { useSheet } from './store.ts';
import './sheets.css';

const OPERATIONS = { customers: 'customers.upload', links: 'payment-links.import' } as const;
export { ChooseFile } from './choose-file.tsx';
export { LOOKS } from './rows.tsx';
export { SaveWrong } from './save-wrong.tsx';
export { PassedOver, SheetCell, SheetTable } from './sheet-table.tsx';
export type { SheetFilter } from './store.ts';

const open = (kind: SheetKind) => async (fileName: string, base64: string) => {
  const answer = await call('sheets.open', { kind, fileName, base64 });
  return answer.ok ? null : answer.error;
};
const STEPS = ['file', 'check', 'send'] as const;

/** Where the import is: the first step that is not done. */
function stepOf(sheet: Sheet | null): (typeof STEPS)[number] {
  if (!sheet) return 'file';
  return sheet.counts.unchecked > 0 || sheet.doing === null ? 'check' : 'send';
}

function Steps({ kind, sheet }: { kind: SheetKind; sheet: Sheet | null }) {
  const { t } = useTranslation();
  const now = stepOf(sheet);
  return (
    <ol className="walk sheet-steps">
      {STEPS.map((step) => (
        <li
          key={step}
          aria-current={step === now ? 'step' : undefined}
          data-done={STEPS.indexOf(step) < STEPS.indexOf(now) || undefined}
        >
          {t(`sheets.step.${step}.${kind}`)}
        </li>
      ))}
    </ol>
  );
}

function Opened({ kind, sheet, guard }: { kind: SheetKind; sheet: Sheet; guard: MayMove }) {
  const { t } = useTranslation();
  const { fileName, by, atMs, work, counts } = sheet;
  const isBusy = work?.ended === null;
  return (
    <>
      <div className="sheet-file">
        <strong>
          <bdi>{fileName}</bdi>
        </strong>
        <span className="muted">
          <bdi>{by}</bdi> · <TimeText atMs={atMs} />
        </span>
        {!isBusy && <ChooseFile kind={kind} again guard={guard} take={open(kind)} />}
      </div>
      <SheetCounts kind={kind} sheet={sheet} />
      <SheetBefore before={sheet.before} />
      {counts['not-known'] > 0 && <p className="muted flush">{t('sheets.notKnown')}</p>}
      <SheetWork kind={kind} sheet={sheet} />
      <SheetRows kind={kind} sheet={sheet} isBusy={isBusy} />
      {!isBusy && <SheetActs kind={kind} sheet={sheet} guard={guard} />}
    </>
  );
}

function SheetDialog({ kind, guard, onClose }: { kind: SheetKind; guard: MayMove; onClose: () => void }) {
  const { t } = useTranslation();
  const got = useSheet(kind);
  return (
    <Modal
      opened
      onClose={onClose}
      size={1096}
      title={<strong className="size-16">{t(`sheets.title.${kind}`)}</strong>}
    >
      <div className="stack sheet">
        <div className="muted size-13">
          {t('app.movement.on')} <EnvironmentLine />
        </div>
        <Steps kind={kind} sheet={got?.sheet ?? null} />
        {got?.error && <ErrorNotice error={got.error} />}
        {got && !got.sheet && !got.error && (
          <ChooseFile kind={kind} again={false} guard={guard} take={open(kind)} />
        )}
        {got?.sheet && <Opened kind={kind} sheet={got.sheet} guard={guard} />}
      </div>
    </Modal>
  );
}

export function ImportSheet({ kind }: { kind: SheetKind }) {
  const { t } = useTranslation();
  const guard = useOffered(OPERATIONS[kind], useCanMoveMoney(rightOfSheet[kind]));
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <GuardedButton
        guard={guard}
        variant="default"
        leftSection={<IconFileImport size={16} />}
        onClick={() => setOpen(true)}
      >
        {t(`sheets.title.${kind}`)}
      </GuardedButton>
      {isOpen && <SheetDialog kind={kind} guard={guard} onClose={() => setOpen(false)} />}
    </>
  );
}
