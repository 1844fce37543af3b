/** What is done with a sheet next, how far it is, and how it ended. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sheetRowStates, type Sheet } from '#shared/contract/sheets.ts';
import { sheetColumns, type SheetKind } from '#shared/domain/sheets.ts';
import { call } from '../../api/client.ts';
import { useLocale, useNowMs, type MayMove } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { useErrorText } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { PacedProgress } from '../../components/paced-progress.tsx';
import { orTell, tellError } from '../../components/tell-error.tsx';
import { formatDuration } from '../../i18n/format.ts';
import { useSave } from '../reports/index.tsx';
import { PassedOver } from './sheet-table.tsx';
import { saidOf, wrongRows } from './store.ts';

type Props = { kind: SheetKind; sheet: Sheet };

/** How many rows are in which state, and when the gateway forgets what it has seen. */
export function SheetCounts({ kind, sheet: { counts, expiresAtMs, passedOver } }: Props) {
  const { t } = useTranslation();
  const counted = useCounted();
  const locale = useLocale();
  const nowMs = useNowMs();
  const leftMs = expiresAtMs === null ? null : expiresAtMs - nowMs;
  return (
    <div className="stack-8" data-testid="sheet-counts">
      <div>
        <strong>{t(`sheets.all.${kind}`, counted(counts.all))}</strong>{' '}
        {sheetRowStates
          .filter((state) => counts[state] > 0)
          .map((state) => t(`sheets.count.${state}`, counted(counts[state])))
          .join(' · ')}
      </div>
      <PassedOver headers={passedOver} />
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

/** Rows that are wrong as a file, with what is wrong in a column of its own: to be mended and chosen again. */
function SaveWrong({ kind, fileName, count }: { kind: SheetKind; fileName: string; count: number }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const save = useSave();
  const { language } = useLocale();
  const [isBusy, setBusy] = useState(false);
  const saveAll = async () => {
    setBusy(true);
    const rows = await wrongRows(kind);
    if (!Array.isArray(rows)) tellError(rows);
    else {
      const texts = sheetColumns[kind].map((column) => t(`sheets.column.${column}`));
      const columns = [...texts, t('sheets.wrong')].map((header) => ({ header, kind: 'text' as const }));
      const why = (row: (typeof rows)[number]) => [
        ...row.problems.map(
          ({ column, problem }) => `${t(`sheets.column.${column}`)}: ${t(`sheets.problem.${problem}`)}`,
        ),
        ...row.theirs.map((said) => saidOf(said, language)),
      ];
      const sheet = { name: t('sheets.filter.wrong'), rtl: document.dir === 'rtl', timeZone: 'UTC', columns };
      const sheets = [{ ...sheet, rows: rows.map((row) => [...row.cells, why(row).join('; ')]) }];
      await save({
        format: 'xlsx',
        fileName: [fileName.replace(/\.\w+$/, ''), t('sheets.filter.wrong')],
        sheets,
      });
    }
    setBusy(false);
  };
  return (
    <Button variant="default" loading={isBusy} onClick={() => void saveAll()}>
      {t('sheets.saveWrong', counted(count))}
    </Button>
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
      {counts.wrong > 0 && <SaveWrong kind={kind} fileName={fileName} count={counts.wrong} />}
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
