/** The movements that may have happened after the backup, each with its certainty and the place to look it up. */
import { Button, Checkbox, CopyButton } from '@mantine/core';
import {
  IconArrowsDiff,
  IconClockQuestion,
  IconCopy,
  IconFileSearch,
  IconHourglass,
  IconQuestionMark,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { CheckedOperation, Incident } from '#shared/contract/check-by-hand.ts';
import { toDecimal } from '#shared/money/money.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { IdText } from '../../components/id-text.tsx';
import { TotalsText } from '../../components/money-text.tsx';
import { StateChip, type Tone } from '../../components/state-chip.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { formatDateTime, formatDayTime, formatSpan, type Locale } from '../../i18n/format.ts';
import { lineKey, useCheckByHand } from './store.ts';

type Entry = Incident['entries'][number];

const MOMENT_MS = 60_000;

const SURE: Record<CheckedOperation['why'], { tone: Tone; Icon: typeof IconQuestionMark }> = {
  'not-in-backup': { tone: 'late', Icon: IconFileSearch },
  differs: { tone: 'late', Icon: IconArrowsDiff },
  'open-in-backup': { tone: 'unknown', Icon: IconHourglass },
  trace: { tone: 'unknown', Icon: IconQuestionMark },
};

/** How far the person is; nothing depends on it. */
function Looked({ line, of }: { line: string; of: Entry }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { looked, tick } = useCheckByHand();
  return (
    <Checkbox
      aria-label={`${t('checkByHand.list.looked')}: ${entryText(t, locale, of).replaceAll('\t', ', ')}`}
      checked={looked.includes(line)}
      onChange={() => tick(line)}
    />
  );
}

function OperationEntry({ entry, line }: { entry: CheckedOperation; line: string }) {
  const { t } = useTranslation();
  const { movement, why, state, stateInBackup } = entry;
  const { tone, Icon } = SURE[why];
  const ids = [
    ['terminal', entry.terminalId],
    ['order', entry.orderId],
    ['reference', entry.refNumber],
  ] as const;
  return (
    <li className="check-entry">
      <div className="check-entry-head">
        <Looked line={line} of={entry} />
        <strong>{movement ? t(`operations.kind.${movement}`) : t('checkByHand.entry.unread')}</strong>
        {entry.totals && <TotalsText totals={entry.totals} {...(movement && { movement })} strong />}
        {entry.atMs !== null && <TimeText atMs={entry.atMs} dated />}
      </div>
      <StateChip tone={tone} icon={<Icon size={16} />} label={t(`checkByHand.sure.${why}`)} />
      <div className="check-where">
        <strong>{t('checkByHand.entry.where')}</strong> {t(`checkByHand.where.${movement ?? 'unread'}`)}
      </div>
      <div className="check-ids">
        {ids.map(
          ([name, value]) =>
            value !== null && (
              <span key={name}>
                <span className="muted">{t(`checkByHand.id.${name}`)}</span> <IdText value={value} copyable />
              </span>
            ),
        )}
      </div>
      {state && stateInBackup && state !== stateInBackup ? (
        <div className="muted">
          {t('checkByHand.entry.went', {
            from: t(`operations.state.${stateInBackup}`),
            to: t(`operations.state.${state}`),
          })}
        </div>
      ) : (
        state && (
          <div className="muted">
            {t('checkByHand.entry.last', { state: t(`operations.state.${state}`) })}
          </div>
        )
      )}
      <details>
        <summary>{t('checkByHand.id.operation')}</summary>
        <IdText value={entry.opId} copyable />
      </details>
    </li>
  );
}

type SpanProps = { entry: Span; line: string };

function SpanEntry({ entry, line }: SpanProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <li className="check-entry">
      <div className="check-entry-head">
        <Looked line={line} of={entry} />
        <strong>{spanText(t, locale, entry, formatDayTime)}</strong>
      </div>
      <StateChip tone="unknown" icon={<IconClockQuestion size={16} />} label={t('checkByHand.sure.span')} />
      <div className="check-where">
        <strong>{t('checkByHand.entry.where')}</strong> {t('checkByHand.where.span')}
      </div>
    </li>
  );
}

type Span = Extract<Entry, { kind: 'unknown-span' }>;

function spanText(t: TFunction, locale: Locale, { fromMs, toMs }: Span, format = formatDateTime): string {
  const to = format(toMs, locale);
  // A moment needs no beginning and end.
  if (toMs - fromMs < MOMENT_MS) return t('checkByHand.span.at', { to });
  return fromMs === 0
    ? t('checkByHand.span.before', { to })
    : t('checkByHand.span.between', { span: formatSpan(fromMs, toMs, locale) });
}

/** One line of plain text, to take along to the terminals and the portal. */
function entryText(t: TFunction, locale: Locale, entry: Entry): string {
  if (entry.kind === 'unknown-span') return spanText(t, locale, entry);
  const { movement, totals, atMs, terminalId, orderId, refNumber, opId, why } = entry;
  return [
    movement ? t(`operations.kind.${movement}`) : t('checkByHand.entry.unread'),
    ...(totals ?? []).map(({ amount }) => `${toDecimal(amount)} ${amount.currency}`),
    atMs === null ? null : formatDateTime(atMs, locale),
    terminalId,
    orderId,
    refNumber,
    opId,
    t(`checkByHand.sure.${why}`),
  ]
    .filter((part) => part !== null)
    .join('\t');
}

export function EntryList({ incident: { entries, kept } }: { incident: Incident }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const looked = useCheckByHand((state) => state.looked);
  const left = entries.filter((_, at) => !looked.includes(lineKey(kept, at))).length;
  return (
    <div className="card stack-12 check-card">
      <div className="check-card-head">
        <h2>{t('checkByHand.list.title')}</h2>
        {/* Before any is looked up the headline says how many there are. */}
        {left > 0 && left < entries.length && (
          <span className="muted size-13 push">{t('checkByHand.list.left', counted(left))}</span>
        )}
        <CopyButton value={entries.map((entry) => entryText(t, locale, entry)).join('\n')}>
          {({ copied, copy }) => (
            <Button
              size="xs"
              variant="default"
              className="push"
              leftSection={<IconCopy size={14} />}
              onClick={copy}
            >
              {copied ? t('checkByHand.list.copied') : t('checkByHand.list.copy')}
            </Button>
          )}
        </CopyButton>
      </div>
      <p>{t('checkByHand.list.text')}</p>
      <ol className="plain-list">
        {entries.map((entry, index) =>
          entry.kind === 'operation' ? (
            <OperationEntry key={entry.opId} entry={entry} line={lineKey(kept, index)} />
          ) : (
            <SpanEntry key={`span-${index}`} entry={entry} line={lineKey(kept, index)} />
          ),
        )}
      </ol>
    </div>
  );
}
