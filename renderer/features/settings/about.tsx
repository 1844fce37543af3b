/** Settings: which Closeout this is, and where it keeps things. */
import { useTranslation } from 'react-i18next';
import { FactRow } from '../../components/fact.tsx';
import { useStatus } from '../../app-store.ts';
import { MoveData } from '../support/index.tsx';
import { IdText } from '../../components/id-text.tsx';

export function About() {
  const { t } = useTranslation();
  const status = useStatus();
  return (
    <section className="card">
      <h2 className="card-title below-12">{t('app.settings.about')}</h2>
      <dl className="facts">
        <FactRow name={t('app.settings.version')}>
          <IdText value={status?.version ?? null} /> · {status && t(`app.settings.hostKind.${status.host}`)}
        </FactRow>
        <FactRow name={t('app.settings.dataFolder')}>
          <IdText value={status?.dataFolder ?? null} copyable /> <MoveData />
        </FactRow>
        <FactRow name={t('app.settings.keychain')}>
          {status && t(`app.settings.keychainState.${status.keychain}`)}
        </FactRow>
      </dl>
    </section>
  );
}
