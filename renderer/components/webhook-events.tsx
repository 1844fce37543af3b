/** The events of a webhook: each as a word, followed by the code that a server compares. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

/** The word for an event. */
export const eventWord = (t: TFunction, code: string): string =>
  t(`kept.event.${code}`, { defaultValue: code });
export const eventsIn = (text: string): string[] => text.split(', ').filter((code) => code !== '');

export function EventText({ code }: { code: string }) {
  const { t } = useTranslation();
  const word = eventWord(t, code);
  return (
    <>
      {word}{' '}
      {word !== code && (
        <bdi dir="ltr" className="id muted size-12">
          {code}
        </bdi>
      )}
    </>
  );
}

/** The code behind a word is in its title. */
export function Events({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <ul className="plain-list">
      {eventsIn(text).map((code) => (
        <li key={code} title={code}>
          {eventWord(t, code)}
        </li>
      ))}
    </ul>
  );
}
