/** The damage in plain words: what, when, where the bad file is, what was put in its place and how old that is. */
import { useTranslation } from 'react-i18next';
import type { Incident } from '#shared/contract/check-by-hand.ts';
import { FactRow } from '../../components/fact.tsx';
import { useLocale } from '../../app-store.ts';
import { IdText } from '../../components/id-text.tsx';
import { AgeText } from '../../components/time-text.tsx';
import { formatDateTime } from '../../i18n/format.ts';

export function WhatHappened({ incident }: { incident: Incident }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { foundAtMs, backup, kept, reason } = incident;
  const at = (atMs: number) => <bdi>{formatDateTime(atMs, locale)}</bdi>;
  return (
    <div className="card stack-12 check-card">
      <h2>{t('checkByHand.what.title')}</h2>
      <p>{backup ? t('checkByHand.what.restored') : t('checkByHand.what.listLost')}</p>
      <dl className="facts">
        <FactRow name={t('checkByHand.what.found')}>{at(foundAtMs)}</FactRow>
        {backup && (
          <FactRow name={t('checkByHand.what.backup')}>
            {at(backup.takenAtMs)} · <AgeText atMs={backup.takenAtMs} />
          </FactRow>
        )}
      </dl>
      <details>
        <summary>{t('checkByHand.what.files')}</summary>
        <dl className="facts">
          <FactRow name={t('checkByHand.what.kept')}>
            <IdText value={kept} copyable />
          </FactRow>
          {backup && (
            <FactRow name={t('checkByHand.what.backupFile')}>
              <IdText value={backup.file} />
            </FactRow>
          )}
          <FactRow name={t('checkByHand.what.reason')}>
            <bdi dir="ltr" className="muted">
              {reason}
            </bdi>
          </FactRow>
        </dl>
      </details>
    </div>
  );
}
