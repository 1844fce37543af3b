/** Sending an invoice or a payment page to customers: the act, how far it is, and the log of what was sent to whom. */
import { Textarea } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeptRow } from '#shared/contract/kept.ts';
import { MOST_RECIPIENTS, type Share, type Shared } from '#shared/contract/sharing.ts';
import { recipientOf, recipientsIn } from '#shared/text/recipients.ts';
import { call, on } from '../../api/client.ts';
import { useCanMoveMoney, useOffered } from '../../app-store.ts';
import { useAskedAgain } from '../../components/asked-again.ts';
import { useCounted } from '../../components/counted.ts';
import { useErrorText } from '../../components/error-notice.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { PacedProgress } from '../../components/paced-progress.tsx';
import { orTell } from '../../components/tell-error.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { isolated } from '../../i18n/isolated.ts';

const OPERATIONS = { invoice: 'invoices.share', page: 'payment-pages.share' } as const;
const onShares = (again: () => void) => on('sharing.changed', again);
const askWork = () => call('sharing.work', {});

type ShareProps = { what: Shared; row: KeptRow };

export function ShareAct({ what, row: { key, cells, isGone } }: ShareProps) {
  const { t } = useTranslation();
  const guard = useOffered(OPERATIONS[what], useCanMoveMoney('bill'));
  const email = cells.email?.is === 'text' && recipientOf(cells.email.text) ? cells.email.text : '';
  const [typed, setTyped] = useState(email);
  const [isOpen, setOpen] = useState(false);
  const to = recipientsIn(typed);
  const bad = to.find((one) => recipientOf(one) === null);
  const isTooMany = to.length > MOST_RECIPIENTS;
  const send = async () => {
    const answer = await call('sharing.share', { what, key, to });
    return answer.ok ? null : answer.error;
  };
  if (isGone) return null;
  return (
    <div>
      <GuardedButton guard={guard} onClick={() => setOpen(true)}>
        {t(`sharing.act.${what}`)}
      </GuardedButton>
      {isOpen && (
        <FormDialog
          title={t(`sharing.act.${what}`)}
          action={t('sharing.send')}
          ready={to.length > 0 && bad === undefined && !isTooMany}
          onSave={send}
          onClose={() => setOpen(false)}
        >
          <p className="muted">
            {t('sharing.about')} {t('paced.locks')}
          </p>
          <Textarea
            label={t('sharing.to')}
            description={t('sharing.toAbout')}
            data-autofocus
            dir="ltr"
            autosize
            minRows={3}
            maxRows={10}
            value={typed}
            error={
              bad === undefined
                ? isTooMany && t('sharing.tooMany', { number: MOST_RECIPIENTS })
                : t('sharing.bad', { recipient: isolated(bad) })
            }
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </FormDialog>
      )}
    </div>
  );
}

/** Above the list: how far it is, and why it ended before its end. */
export function SharingWork() {
  const { t } = useTranslation();
  const counted = useCounted();
  const errorText = useErrorText();
  const work = useAskedAgain(askWork, onShares)?.work ?? null;
  if (work === null || work.ended === 'whole') return null;
  if (work.ended === null)
    return (
      <PacedProgress
        work={work}
        label={t('sharing.underWay')}
        progress={t('sharing.progress', {
          done: counted(work.done).number,
          total: counted(work.total).number,
        })}
        onStop={() => void orTell(call('sharing.stopWaiting', {}))}
      />
    );
  return (
    <div className="banner" data-tone="late" role="status" data-testid="sharing-ended">
      <span>
        {t('sharing.ended', counted(work.total - work.done))}
        {work.error && ` ${errorText(work.error).title} ${errorText(work.error).next}`}
      </span>
    </div>
  );
}

const TONES = { sent: 'good', refused: 'bad', 'not-known': 'unknown', unsent: 'late' } as const;

function LogLine({ share: { recipient, by, atMs, state, error } }: { share: Share }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const tone = state === 'waiting' || state === 'sending' ? undefined : TONES[state];
  return (
    <li>
      <div>
        <bdi dir="ltr">{recipient}</bdi>{' '}
        <span className="chip" data-tone={tone}>
          {t(`sharing.state.${state}`)}
        </span>
      </div>
      <span className="muted size-13">
        <TimeText atMs={atMs} /> · <bdi>{by}</bdi>
        {error && ` · ${errorText(error).title}`}
      </span>
    </li>
  );
}

type LogProps = { what: Shared; billKey: string };

/** Null until that was asked. */
function useShares({ what, billKey }: LogProps): readonly Share[] | null {
  const ask = useCallback(() => call('sharing.log', { what, key: billKey }), [what, billKey]);
  return useAskedAgain(ask, onShares)?.shares ?? null;
}

/** Beside the state of a bill. */
export function NotSent(props: LogProps) {
  const { t } = useTranslation();
  if (useShares(props)?.length !== 0) return null;
  return <span className="muted size-13">{t(`sharing.notSent.${props.what}`)}</span>;
}

/** What was sent of one bill, newest first. Other computers have logs of their own. */
export function ShareLog(props: LogProps) {
  const { t } = useTranslation();
  const shares = useShares(props);
  if (shares === null || (shares.length === 0 && props.what === 'invoice')) return null;
  if (shares.length === 0) return <p className="muted set-off">{t('sharing.notSent.page')}</p>;
  return (
    <section className="set-off" data-testid="share-log">
      <h3 className="size-13">{t('sharing.log')}</h3>
      <ul className="plain-list stack-8">
        {shares.map((share) => (
          <LogLine key={share.shareId} share={share} />
        ))}
      </ul>
    </section>
  );
}
