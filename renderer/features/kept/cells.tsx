/** How a cell of a kept list is shown and said. */
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconPencil,
  IconPointFilled,
  IconSend,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeptCell, KeptRow } from '#shared/contract/kept.ts';
import type { CellKind } from '#shared/domain/kept-lists.ts';
import { toDecimal } from '#shared/money/money.ts';
import { shownText } from '#shared/text/shown-text.ts';
import { isSameMinute } from '#shared/time/same-minute.ts';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { currencyLabel, formatDecimal } from '../../i18n/format.ts';
import { useLocale } from '../../app-store.ts';
import { StateChip, type Tone } from '../../components/state-chip.tsx';
import { GatewayTimeText } from '../../components/time-text.tsx';
import { eventsIn, eventWord } from '../../components/webhook-events.tsx';
import { useModeWord } from '../webhooks/index.tsx';

const TONES: Readonly<Record<string, Tone>> = {
  ACTIVE: 'good',
  active: 'good',
  delivered: 'good',
  PAID: 'good',
  TRANSFERRED: 'good',
  published: 'good',
  draft: 'neutral',
  // What was sent is not paid by that.
  shared: 'neutral',
  paused: 'neutral',
  UNPAID: 'neutral',
  PENDING: 'neutral',
  pending: 'neutral',
  INITIATED: 'neutral',
  IN_TRANSIT: 'neutral',
  INACTIVE: 'neutral',
  ENDED: 'neutral',
  OVERDUE: 'late',
  retrying: 'late',
  PARTIALLY_TRANSFERRED: 'late',
  EXPIRED: 'bad',
  FAILED: 'bad',
  failed: 'bad',
};
const ICONS: Readonly<Record<Tone, ReactNode>> = {
  neutral: <IconPointFilled size={14} />,
  good: <IconCircleCheck size={14} />,
  late: <IconClock size={14} />,
  bad: <IconCircleX size={14} />,
  unknown: <IconAlertTriangle size={14} />,
  accent: <IconPointFilled size={14} />,
};
/** Two states of one tone: what waits here, and what its customer has. */
const OWN_ICONS: Readonly<Record<string, ReactNode>> = {
  draft: <IconPencil size={14} />,
  shared: <IconSend size={14} />,
};

/** In our words if there are some, else as the gateway wrote it. */
export const wordOf = (t: TFunction, raw: string): string =>
  t(`kept.word.${raw}`, { defaultValue: shownText(raw) });

const HTTP_CODE = /^([2-5])\d\d$/;
/** What the code of a server's answer means, and the code. */
export function answerWord(t: TFunction, code: string): string {
  const kind = HTTP_CODE.exec(code)?.[1];
  return kind === undefined ? wordOf(t, code) : `${t(`kept.answer.${kind}`)} · ${code}`;
}

/** True if it was never changed since it was made. */
export function isUnchanged({ cells: { changed, created } }: Pick<KeptRow, 'cells'>): boolean {
  if (changed?.is !== 'time' || created?.is !== 'time') return false;
  return changed.at.raw === created.at.raw || isSameMinute(changed.at, created.at);
}

/** For copying, and for screen readers. */
export function cellText(t: TFunction, kind: CellKind, cell: KeptCell | undefined | null): string {
  if (!cell) return '';
  if (cell.is === 'money') return toDecimal(cell.money);
  if (cell.is === 'time') return cell.at.raw;
  if (kind === 'word') return wordOf(t, cell.text);
  if (kind === 'answer') return answerWord(t, cell.text);
  if (kind === 'events')
    return eventsIn(cell.text)
      .map((code) => eventWord(t, code))
      .join(' · ');
  if (kind === 'flags')
    return cell.text
      .split(' ')
      .filter((one) => one !== '')
      .map((one) => wordOf(t, one))
      .join(' · ');
  return cell.text;
}

const RATE = /^\d+(?:\.\d+)?$/;
/** With at least so many decimals, so that rates below one another can be compared; what is no decimal stays as it came. */
export function withDecimals(text: string, least: number): string {
  const [whole = '', fraction = ''] = text.split('.');
  return RATE.test(text) ? `${whole}.${fraction.padEnd(least, '0')}` : text;
}
export const PercentText = ({ text }: { text: string }) => <bdi dir="ltr">{withDecimals(text, 2)}%</bdi>;

type CellProps = { kind: CellKind; cell: KeptCell | undefined | null; copyable?: boolean };

export function CellText({ kind, cell, copyable = false }: CellProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const modeWord = useModeWord();
  if (!cell) return <span className="muted">—</span>;
  if (cell.is === 'money') return <MoneyText value={cell.money} />;
  if (cell.is === 'time') return <GatewayTimeText value={cell.at} dated />;
  const text = cellText(t, kind, cell);
  switch (kind) {
    case 'id':
      return <IdText value={text} copyable={copyable} />;
    case 'word': {
      const tone = TONES[cell.text];
      if (tone) return <StateChip tone={tone} icon={OWN_ICONS[cell.text] ?? ICONS[tone]} label={text} />;
      return <bdi>{cell.text === 'live' ? modeWord(cell.text) : text}</bdi>;
    }
    case 'percent':
      return (
        <bdi dir="ltr" className="percent">
          {text.replace(/\.00$/, '')}%
        </bdi>
      );
    case 'rate':
      return <bdi dir="ltr">{formatDecimal(withDecimals(text, 4), locale)}</bdi>;
    case 'currency':
      return <bdi>{currencyLabel(text, locale.language)}</bdi>;
    case 'count':
      return <bdi dir="ltr">{text}</bdi>;
    default:
      return <bdi>{shownText(text)}</bdi>;
  }
}
