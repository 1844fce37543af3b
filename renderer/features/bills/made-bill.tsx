/** A link or an invoice that was just made: how it is called, and where its customer pays. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { pathOfKept } from '#shared/domain/kept-lists.ts';
import { listOfMade } from '#shared/domain/making.ts';
import { IdText } from '../../components/id-text.tsx';
import { ToPay } from '../checkouts/index.tsx';
import type { Done } from '../making/index.tsx';

type MadeProps = { what: 'link' | 'invoice'; made: Done; onClose: () => void };

export function MadeBill({ what, made: { key, address }, onClose }: MadeProps) {
  const { t } = useTranslation();
  return (
    <div className="stack">
      <strong className="size-16" data-testid="made-bill">
        <IdText value={key} copyable />
      </strong>
      <ToPay address={address} none={t(`bills.noAddress.${what}`)} />
      <div className="dialog-acts">
        <Button component={Link} href={pathOfKept(listOfMade(what), key)} variant="default" onClick={onClose}>
          {t('making.double.open')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('app.actions.done')}
        </Button>
      </div>
    </div>
  );
}
