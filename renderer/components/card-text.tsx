/** A saved card in words: its brand and last four digits, and until when it can be used. */
import { IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { SavedCard } from '#shared/contract/saved-cards.ts';
import { isExpired } from '#shared/domain/saved-card.ts';
import { useNowMs } from '../app-store.ts';
import { StateChip } from './state-chip.tsx';

/** `•••• 4242`; nobody sees more of the number. */
export const lastFourOf = ({ lastFour }: Pick<SavedCard, 'lastFour'>): string =>
  lastFour === null ? '••••' : `•••• ${lastFour}`;

/** `08/29`, as it is on the card. */
export const expiryOf = ({ expiry }: Pick<SavedCard, 'expiry'>): string =>
  expiry === null ? '' : `${expiry.slice(5)}/${expiry.slice(2, 4)}`;

export const CardText = ({ card }: { card: SavedCard }) => (
  <>
    <bdi>{card.brand ?? '—'}</bdi> <bdi dir="ltr">{lastFourOf(card)}</bdi>
  </>
);

export function ExpiryText({ card }: { card: SavedCard }) {
  const { t } = useTranslation();
  const nowMs = useNowMs();
  return (
    <>
      <bdi dir="ltr">{expiryOf(card) || '—'}</bdi>{' '}
      {isExpired(card.expiry, nowMs) && (
        <StateChip tone="late" icon={<IconClock size={14} />} label={t('savedCards.expired')} />
      )}
    </>
  );
}
