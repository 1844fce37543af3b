/** The findings of "Check connection", in words. */
import { IconAlertTriangle, IconCheck, IconMinus, IconPlugOff, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ConnectionCheck } from '#shared/contract/profiles.ts';
import { useErrorText } from '../../components/error-notice.tsx';
import { StateChip, type Tone } from '../../components/state-chip.tsx';

const TONES: Record<ConnectionCheck['outcome'], Tone> = {
  works: 'good',
  limited: 'late',
  'not-offered': 'neutral',
  fails: 'bad',
  skipped: 'neutral',
};
const ICONS = {
  works: IconCheck,
  limited: IconAlertTriangle,
  'not-offered': IconPlugOff,
  fails: IconX,
  skipped: IconMinus,
};

export function CheckList({ checks }: { checks: ConnectionCheck[] }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (
    <ul aria-label={t('profiles.check.title')} className="plain-list stack-8">
      {checks.map(({ check, outcome, error }) => {
        const Icon = ICONS[outcome];
        const text = error && errorText(error);
        return (
          <li key={check} data-check={check} data-outcome={outcome}>
            <div className="check-line">
              <span className="check-name">{t(`profiles.check.${check}`)}</span>
              <StateChip
                tone={TONES[outcome]}
                icon={<Icon size={16} />}
                label={t(`profiles.check.outcome.${outcome}`)}
              />
            </div>
            {text && (
              <div className="muted size-13">
                {text.title} {text.said !== null && <q>{text.said}</q>} {text.next}
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
