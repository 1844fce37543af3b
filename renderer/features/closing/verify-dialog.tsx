/** Says in one sentence if a Z file is as it was issued. */
import { Alert, Button, FileButton, Modal } from '@mantine/core';
import { IconAlertTriangle, IconFileSearch, IconQuestionMark, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import type { ZDocument } from '#shared/contract/closing-z.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FactRow } from '../../components/fact.tsx';
import { TotalsText } from '../../components/money-text.tsx';
import { EnvironmentLine } from '../../components/movement-dialog.tsx';
import { formatDate, formatTimeIn, formatZNumber } from '../../i18n/format.ts';
import { useBranchName } from './texts.tsx';

type Verdict = OutputOf<'closing.verifyZ'>;
/** The largest file that the core takes. */
const MAX_LENGTH = 5_000_000;

/** What the record of this PC says of the Z: nothing of the file is taken from the file. */
function Original({ z: { content, issuedAtMs } }: { z: ZDocument }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const branchName = useBranchName();
  return (
    <section aria-labelledby="verify-original" className="review-part">
      <h3 id="verify-original">{t('closing.verify.original')}</h3>
      <dl className="facts">
        <FactRow name={t('terminals.column.branch')}>
          <bdi>{branchName(content)}</bdi>
        </FactRow>
        <FactRow name={t('closing.history.date')}>{formatDate(content.businessDate, 'full', locale)}</FactRow>
        <FactRow name={t('closing.z.issued')}>
          <bdi>{formatTimeIn(content.timeZone, issuedAtMs, null, locale)}</bdi> ·{' '}
          <bdi>{content.closed.by}</bdi>
        </FactRow>
        {content.sums && (
          <FactRow name={t('terminals.sum.net')}>
            <TotalsText totals={content.sums.net} strong />
          </FactRow>
        )}
      </dl>
    </section>
  );
}

export function Sentence({ verdict }: { verdict: Verdict }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const branchName = useBranchName();
  switch (verdict.kind) {
    case 'valid': {
      const { content } = verdict.z;
      return (
        <Alert
          color="green"
          icon={<IconShieldCheck size={20} />}
          title={t('closing.verify.valid', { number: formatZNumber(content.number) })}
          role="status"
        >
          {t('closing.verify.validText', {
            date: formatDate(content.businessDate, 'full', locale),
            branch: branchName(content),
            time: formatTimeIn(content.timeZone, verdict.sealedAtMs, null, locale),
          })}
        </Alert>
      );
    }
    case 'changed':
      return (
        <>
          <Alert
            color="red"
            icon={<IconAlertTriangle size={20} />}
            title={t(verdict.where === 'file' ? 'closing.verify.changed' : 'closing.verify.changedKept', {
              number: formatZNumber(verdict.number),
              ...(verdict.where === 'file' && { branch: branchName(verdict.z.content) }),
            })}
            role="alert"
          >
            {t(`closing.verify.changedText.${verdict.where}`)}
          </Alert>
          {verdict.where === 'file' && <Original z={verdict.z} />}
        </>
      );
    case 'unknown-here':
    case 'other-profile':
    case 'not-a-z':
      return (
        <Alert
          color="gray"
          icon={<IconQuestionMark size={20} />}
          title={t(`closing.verify.${verdict.kind}`, {
            number: verdict.kind === 'unknown-here' ? formatZNumber(verdict.number) : '',
          })}
          role="status"
        >
          {t(`closing.verify.text.${verdict.kind}`)}
        </Alert>
      );
  }
}

/** `onOpen`: shows a Z as it is kept here, among the others of its day. */
type VerifyProps = { onOpen: (z: ZDocument) => void; onClose: () => void };

export function VerifyDialog({ onOpen, onClose }: VerifyProps) {
  const { t } = useTranslation();
  const [name, setName] = useState<string | null>(null);
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const check = async (file: File | null) => {
    if (!file) return;
    setName(file.name);
    setError(null);
    if (file.size > MAX_LENGTH) return setVerdict({ kind: 'not-a-z' });
    const answer = await call('closing.verifyZ', { text: await file.text() });
    setVerdict(answer.ok ? answer.value : null);
    if (!answer.ok) setError(answer.error);
  };
  const original = verdict?.kind === 'changed' && verdict.where === 'file' ? verdict.z : null;
  return (
    <Modal opened onClose={onClose} title={<strong>{t('closing.verify.title')}</strong>} size={480}>
      <div className="stack">
        <div className="muted size-13">
          {t('app.movement.on')} <EnvironmentLine />
        </div>
        {!verdict && <div className="muted">{t('closing.verify.text.what')}</div>}
        {name !== null && (
          <dl className="facts">
            <FactRow name={t('closing.verify.file')}>
              <bdi dir="ltr">{name}</bdi>
            </FactRow>
          </dl>
        )}
        {verdict && <Sentence verdict={verdict} />}
        {error && <ErrorNotice error={error} />}
        <div className="dialog-acts">
          <Button variant="default" onClick={onClose}>
            {t(verdict ? 'app.actions.done' : 'app.actions.cancel')}
          </Button>
          <FileButton
            accept="application/json,.json"
            inputProps={{ 'aria-label': t('closing.verify.choose') }}
            onChange={(file) => void check(file)}
          >
            {(props) => (
              <Button
                {...props}
                variant={original ? 'default' : 'filled'}
                leftSection={<IconFileSearch size={16} />}
                data-autofocus
              >
                {t(verdict ? 'closing.verify.another' : 'closing.verify.choose')}
              </Button>
            )}
          </FileButton>
          {original && <Button onClick={() => onOpen(original)}>{t('closing.verify.openOriginal')}</Button>}
        </div>
      </div>
    </Modal>
  );
}
