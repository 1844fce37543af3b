/** What is done with a sheet next, how far it is, and how it ended. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { sheetRowStates, type Sheet } from '#shared/contract/sheets.ts';
import type { SheetKind } from '#shared/domain/sheets.ts';
import { call } from '../../api/client.ts';
import { useLocale, useNowMs, type MayMove } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { useErrorText } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { PacedProgress } from '../../components/paced-progress.tsx';
import { orTell } from '../../components/tell-error.tsx';
import { formatDuration } from '../../i18n/format.ts';
import { SaveWrong } from './save-wrong.tsx';
import { PassedOver } from './sheet-table.tsx';
import { wrongRows } from './store.ts';

type Props = { kind: SheetKind; sheet: Sheet };

/** How many rows are in which state, what was done of it, and when the gateway forgets what it has seen. */
export function SheetCounts({ kind, sheet: { counts, expiresAtMs, passedOver, work } }: Props) {
  const { t } = useTranslation();
  const counted = useCounted();
  const locale = useLocale();
  const nowMs = useNowMs();
  const leftMs = expiresAtMs === null ? null : expiresAtMs - nowMs;
  const isBusy = work?.ended === null;
  const first = counts.unchecked > 0 ? 'first' : counts.ready > 0 ? 'nothingYet' : null;
  return (
    <div className="stack-8" data-testid="sheet-counts">
      <div>
        <strong>{t(`sheets.all.${kind}`, counted(counts.all))}</strong>{' '}
        {sheetRowStates
          .filter((state) => counts[state] > 0)
          .map((state) => t(`sheets.count.${state}`, counted(counts[state])))
          .join(' · ')}
      </div>
      <div className="sheet-asides">
        {first !== null && !isBusy && <div className="muted size-13">{t(`sheets.${first}.${kind}`)}</div>}
        <PassedOver headers={passedOver} />
      </div>
      {leftMs !== null && (
        <div className="muted">
          {leftMs > 0 ? t('sheets.expires', { time: formatDuration(leftMs, locale) }) : t('sheets.expired')}
        </div>
      )}
    </div>
  );
}

/** What was sent of the file before it was opened, and what to do about it. */
export function SheetBefore({ before: { made, notKnown } }: { before: Sheet['before'] }) {
  const { t } = useTranslation();
  const counted = useCounted();
  return (
    <>
      {made > 0 && <p className="muted flush">{t('sheets.before.made', counted(made))}</p>}
      {notKnown > 0 && (
        <div className="banner" data-tone="late" role="status">
          <span>{t('sheets.before.notKnown', counted(notKnown))}</span>
        </div>
      )}
    </>
  );
}

/** How far it is, or why it ended before its end. */
export function SheetWork({ kind, sheet: { doing, work } }: Props) {
  const { t } = useTranslation();
  const counted = useCounted();
  const errorText = useErrorText();
  if (work === null || doing === null || work.ended === 'whole') return null;
  if (work.ended === null)
    return (
      <PacedProgress
        work={work}
        label={t(`sheets.doing.${doing}.${kind}`)}
        progress={t(`sheets.progress.${doing}.${kind}`, {
          done: counted(work.done).number,
          total: counted(work.total).number,
        })}
        onStop={() => void orTell(call('sheets.stop', { kind }))}
      />
    );
  return (
    <div className="banner" data-tone="late" role="status">
      <span>
        {t(work.ended === 'stopped' ? 'sheets.stopped' : 'sheets.failed')}
        {work.error && ` ${errorText(work.error).title} ${errorText(work.error).next}`}
      </span>
    </div>
  );
}

/** What a person can do now. */
export function SheetActs({ kind, sheet, guard }: Props & { guard: MayMove }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const nowMs = useNowMs();
  const { counts, fileName, expiresAtMs } = sheet;
  const open = counts.ready + counts.refused;
  const isForgotten = expiresAtMs !== null && expiresAtMs <= nowMs;
  return (
    <div className="dialog-acts">
      <Button variant="default" onClick={() => void orTell(call('sheets.discard', { kind }))}>
        {t('sheets.discard')}
      </Button>
      {counts.wrong > 0 && (
        <SaveWrong kind={kind} fileName={fileName} count={counts.wrong} rowsOf={() => wrongRows(kind)} />
      )}
      {counts.unchecked > 0 && (
        <GuardedButton guard={guard} onClick={() => void orTell(call('sheets.check', { kind }))}>
          {t(`sheets.check.${kind}`, counted(counts.unchecked))}
        </GuardedButton>
      )}
      {counts.unchecked === 0 && open > 0 && (
        <GuardedButton
          guard={guard}
          onClick={() => void orTell(call(isForgotten ? 'sheets.check' : 'sheets.send', { kind }))}
        >
          {isForgotten ? t('sheets.checkAgain') : t(`sheets.send.${kind}`, counted(open))}
        </GuardedButton>
      )}
    </div>
  );
}
