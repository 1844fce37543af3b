/** What Closeout does, shown beside the first pages: its three steps, and how sales become what the bank gets. */
import { IconBuildingBank, IconCashRegister, IconDeviceMobileDollar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MoneyText } from './money-text.tsx';
import './showcase.css';

const STEPS = [
  ['read', IconDeviceMobileDollar],
  ['close', IconCashRegister],
  ['follow', IconBuildingBank],
] as const;

/** A day's money as a picture: from where to where each bar goes, in percent, and the amount that it stands for. */
const BARS = [
  ['sales', 0, 100, 'plus', 12_000_00n],
  ['returns', 92, 8, 'minus', -960_00n],
  ['fees', 88, 4, 'minus', -480_00n],
  ['bank', 0, 88, 'sum', 10_560_00n],
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
        <figcaption className="muted size-12">{t('app.showcase.example')}</figcaption>
        {BARS.map(([name, start, size, tone, amount]) => (
          <div key={name} className="showcase-line" data-tone={tone}>
            <span>{t(`app.showcase.bar.${name}`)}</span>
            <span className="showcase-track" aria-hidden>
              <span
                className="bar-part"
                data-tone={tone}
                style={{ insetInlineStart: `${start}%`, inlineSize: `${size}%` }}
              />
            </span>
            <span className="number-cell currency-in-head">
              <MoneyText value={{ minor: amount, currency: 'EGP' }} />
            </span>
          </div>
        ))}
      </figure>
    </aside>
  );
}
