/** One saved card: what is known of it, what can be done with it, and the charges that were made here. */
import { Anchor, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { SavedCardDetail } from '#shared/contract/saved-cards.ts';
import { useActiveProfile, useCanMoveMoney, useOffered } from '../../app-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FactRow } from '../../components/fact.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { IdText } from '../../components/id-text.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { GatewayTimeText } from '../../components/time-text.tsx';
import { CardText, ExpiryText } from '../../components/card-text.tsx';
import { CardRequest } from '../approvals/index.tsx';
import { ChargeCard, Charges } from '../charge/index.tsx';
import { DeleteCard } from './delete-dialog.tsx';
import { useCard } from './use-card.ts';

function Facts({ detail: { card } }: { detail: SavedCardDetail }) {
  const { t } = useTranslation();
  return (
    <>
      <strong className="size-16">
        <CardText card={card} />
      </strong>
      <dl className="facts set-off">
        <FactRow name={t('savedCards.column.expiry')}>
          <ExpiryText card={card} />
        </FactRow>
        <FactRow name={t('savedCards.column.holder')}>
          <bdi>{card.holder ?? '—'}</bdi>
        </FactRow>
        <FactRow name={t('savedCards.column.customer')}>
          <IdText value={card.customer} copyable />
        </FactRow>
        <FactRow name={t('savedCards.column.saved')}>
          <GatewayTimeText value={card.createdAt} />
        </FactRow>
      </dl>
    </>
  );
}

/** Whether a card can be charged at all: a charge is signed with a key of its own. */
function useMayCharge() {
  const { t } = useTranslation();
  const may = useOffered('tokens.pay', useCanMoveMoney('saved-cards'));
  const lacksKey = useActiveProfile()?.keys.paymentKey === 'absent';
  return {
    lacksKey,
    guard: may.allowed && lacksKey ? { allowed: false as const, reason: t('savedCards.charge.noKey') } : may,
  };
}

type ActsProps = { onCharge: () => void; onDelete: () => void };

function Acts({ onCharge, onDelete }: ActsProps) {
  const { t } = useTranslation();
  const { guard, lacksKey } = useMayCharge();
  return (
    <div className="stack-8">
      {lacksKey && (
        <div className="muted size-13">
          {t('savedCards.charge.noKey')}{' '}
          <Anchor component={Link} href="/settings" size="sm">
            {t('savedCards.charge.toSettings')}
          </Anchor>
        </div>
      )}
      <Group>
        <GuardedButton guard={guard} onClick={onCharge}>
          {t('savedCards.charge.open')}
        </GuardedButton>
        <GuardedButton guard={useCanMoveMoney('saved-cards')} variant="subtle" color="red" onClick={onDelete}>
          {t('savedCards.delete.action')}
        </GuardedButton>
      </Group>
    </div>
  );
}

export function CardDrawer({ openKey, onClose }: { openKey: string | null; onClose: () => void }) {
  const { t } = useTranslation();
  const { found, error, read } = useCard(openKey);
  const [deleting, setDeleting] = useState<SavedCardDetail | null>(null);
  const [charging, setCharging] = useState<SavedCardDetail | null>(null);
  const detail = found?.detail ?? null;
  return (
    <>
      <SideDrawer
        opened={openKey !== null}
        onClose={onClose}
        title={t('savedCards.one')}
        acts={
          detail &&
          !detail.card.isGone && (
            <Acts onCharge={() => setCharging(detail)} onDelete={() => setDeleting(detail)} />
          )
        }
      >
        {error && <ErrorNotice error={error} onRetry={() => void read()} />}
        {found && !detail && <p>{t('savedCards.notStored')}</p>}
        {detail?.card.isGone && <p className="muted">{t('savedCards.goneLong')}</p>}
        {detail && <Facts detail={detail} />}
        {detail && <CardRequest cardKey={detail.card.key} />}
        {detail && <Charges charges={detail.charges} />}
      </SideDrawer>
      {charging && <ChargeCard detail={charging} onClose={() => setCharging(null)} />}
      {deleting && <DeleteCard detail={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}
