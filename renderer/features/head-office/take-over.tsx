/** Takes over a movement that another PC has begun and will not end: what it is about is read first, and shown. */
import { Anchor, Checkbox, Textarea } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { HeadOfficeClaim, HeadOfficeState } from '#shared/contract/head-office.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import { call } from '../../api/client.ts';
import { useAsk } from '../../components/asked.ts';
import { useAuthorization } from '../../components/authorization.tsx';
import { useCounted } from '../../components/counted.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FactRow } from '../../components/fact.tsx';
import { MovementDialog } from '../../components/movement-dialog.tsx';
import { useFirstLoad } from '../../components/opening.ts';
import { TerminalText, useTerminalName } from '../../components/terminal-names.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useHeadOffice } from './store.ts';
import { isolated } from '../../i18n/isolated.ts';

type Read = ReturnType<typeof useAsk<OutputOf<'terminals.read'>>>;

/** The terminal as it was read now. It shows no sum: that could be read as the movement's amount, which head office does not keep. */
function OnTerminal({ terminalId, read, onRead }: { terminalId: string; read: Read; onRead: () => void }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const terminal = isolated(useTerminalName()(terminalId) ?? terminalId);
  if (read.error) return <ErrorNotice error={read.error} onRetry={onRead} />;
  if (!read.value) return <p className="muted flush">{t('headOffice.takeOver.reading', { terminal })}</p>;
  const transactions = t('terminals.footer.transactions', counted(read.value.terminal.outstandingCount));
  return (
    <div className="banner" data-tone="late" role="status">
      <IconAlertTriangle size={20} aria-hidden />
      <span>
        <strong>{t('headOffice.takeOver.lookThere')}</strong>
        <br />
        {t('headOffice.takeOver.read', { terminal, transactions })}
        <br />
        <Anchor component={Link} href={`/terminals/${encodeURIComponent(terminalId)}`} inherit>
          {t('headOffice.takeOver.open')}
        </Anchor>
      </span>
    </div>
  );
}

function Facts({ claim }: { claim: HeadOfficeClaim }) {
  const { t } = useTranslation();
  return (
    <dl className="facts">
      <FactRow name={t('headOffice.takeOver.what')}>
        {t(`operations.kind.${claim.kind}`, { defaultValue: claim.kind })}
      </FactRow>
      {claim.terminalId !== null && (
        <FactRow name={t('headOffice.terminal')}>
          <TerminalText terminalId={claim.terminalId} />
        </FactRow>
      )}
      <FactRow name={t('headOffice.takeOver.which')}>
        {t('headOffice.takeOver.notKept', {
          person: isolated(claim.actor),
          pc: isolated(claim.pcName),
        })}
      </FactRow>
      <FactRow name={t('headOffice.person')}>
        <bdi>{claim.actor}</bdi>
      </FactRow>
      <FactRow name={t('headOffice.since')}>
        <TimeText atMs={claim.claimedAtMs} dated />
      </FactRow>
    </dl>
  );
}

function useTakeOverPin(note: string) {
  const { t } = useTranslation();
  const missing = note.trim() === '' ? [t('headOffice.takeOver.note')] : [];
  return useAuthorization({ do: 'take-over' }, [], null, missing);
}

export function TakeOver({ claim, onClose }: { claim: HeadOfficeClaim; onClose: () => void }) {
  const { t } = useTranslation();
  const [note, setNote] = useState('');
  const [hasLooked, setLooked] = useState(false);
  const reading = useAsk<OutputOf<'terminals.read'>>();
  const { value, error, busy, ask } = useAsk<HeadOfficeState>();
  const authorization = useTakeOverPin(note);
  const { number, terminalId, pcName } = claim;
  const read = () => {
    if (terminalId !== null) void reading.ask(call('terminals.read', { terminalId }));
  };
  useFirstLoad(read);
  const isSeen = terminalId === null ? hasLooked : reading.value !== null;
  const act = async () => {
    if (!authorization.value) return;
    const taken = await ask(
      call('headOffice.takeOver', { number, note: note.trim(), authorization: authorization.value }),
    );
    authorization.clear();
    if (taken) useHeadOffice.setState(taken);
  };
  return (
    <MovementDialog
      onClose={onClose}
      title={t('headOffice.takeOver.title', { pc: pcName })}
      consequence={t('headOffice.takeOver.consequence', { pc: pcName })}
      confirmLabel={t('headOffice.takeOver.action')}
      canConfirm={isSeen && note.trim() !== '' && authorization.value !== null}
      busy={busy}
      errors={[error]}
      onConfirm={() => void act()}
      ended={value !== null && 'done'}
    >
      {value ? (
        <div className="banner" data-tone="good" role="status">
          {t('headOffice.takeOver.done')}
        </div>
      ) : (
        <>
          {terminalId === null ? (
            <>
              <div className="banner" data-tone="late" role="alert">
                {t('headOffice.takeOver.unreadable')}
              </div>
              <Checkbox
                label={t('headOffice.takeOver.looked')}
                checked={hasLooked}
                onChange={(event) => setLooked(event.currentTarget.checked)}
              />
            </>
          ) : (
            <OnTerminal terminalId={terminalId} read={reading} onRead={read} />
          )}
          <Facts claim={claim} />
          <Textarea
            label={t('headOffice.takeOver.note')}
            required
            autosize
            minRows={2}
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          {authorization.fields}
          {error && <ErrorNotice error={error} />}
        </>
      )}
    </MovementDialog>
  );
}
