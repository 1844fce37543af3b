/** Settings: which Closeout this is, and where it keeps things. */
import { useTranslation } from 'react-i18next';
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
        <dt>{t('app.settings.version')}</dt>
        <dd>
          <IdText value={status?.version ?? null} /> · {status && t(`app.settings.hostKind.${status.host}`)}
        </dd>
        <dt>{t('app.settings.dataFolder')}</dt>
        <dd>
          <IdText value={status?.dataFolder ?? null} copyable /> <MoveData />
        </dd>
        <dt>{t('app.settings.keychain')}</dt>
        <dd>{status && t(`app.settings.keychainState.${status.keychain}`)}</dd>
      </dl>
    </section>
  );
}
