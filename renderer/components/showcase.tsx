/** What Closeout does, shown beside the first pages: its three steps, and how sales become what the bank gets. */
import { IconBuildingBank, IconCashRegister, IconDeviceMobileDollar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import './showcase.css';

const STEPS = [
  ['read', IconDeviceMobileDollar],
  ['close', IconCashRegister],
  ['follow', IconBuildingBank],
] as const;

/** A day's money as a picture: from where to where each bar goes, in percent. */
const BARS = [
  ['sales', 0, 100, 'plus'],
  ['returns', 92, 8, 'minus'],
  ['fees', 88, 4, 'minus'],
  ['bank', 0, 88, 'sum'],
] as const;

export function Showcase() {
  const { t } = useTranslation();
  return (
    <aside className="showcase" aria-label={t('app.showcase.label')}>
      <ol className="showcase-steps">
        {STEPS.map(([step, Icon]) => (
          <li key={step}>
            <span className="showcase-icon" aria-hidden>
              <Icon size={22} stroke={1.6} />
            </span>
            <span>
              <strong>{t(`app.showcase.${step}.title`)}</strong>
              <span className="muted">{t(`app.showcase.${step}.text`)}</span>
            </span>
          </li>
        ))}
      </ol>
      <figure className="showcase-picture" aria-label={t('app.showcase.picture')}>
        {BARS.map(([name, start, size, tone]) => (
          <div key={name} className="showcase-line">
            <span>{t(`app.showcase.bar.${name}`)}</span>
            <span className="showcase-track" aria-hidden>
              <span
                className="bar-part"
                data-tone={tone}
                style={{ insetInlineStart: `${start}%`, inlineSize: `${size}%` }}
              />
            </span>
          </div>
        ))}
      </figure>
    </aside>
  );
}
