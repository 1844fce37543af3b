/** A text that somebody typed: an amount stays on one line, and of a long text its first lines are shown. */
import { Button } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

const CODE_FIRST = /\b([A-Z]{3}) (?=[\d٠-٩])/g;
const CODE_LAST = /([\d٠-٩]) (?=[A-Z]{3}\b)/g;

/** With no-break spaces between amounts and their currencies. */
export const unbroken = (text: string): string =>
  text.replace(CODE_FIRST, '$1\u00A0').replace(CODE_LAST, '$1\u00A0');

export function LongText({ text }: { text: string }) {
  const { t } = useTranslation();
  const lines = useRef<HTMLElement>(null);
  const [isCut, setCut] = useState(false);
  const [isWhole, setWhole] = useState(false);
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = lines.current ?? {};
    setCut(scrollHeight > clientHeight + 1);
  }, [text]);
  return (
    <>
      <bdi ref={lines} className={isWhole ? undefined : 'first-lines'}>
        {unbroken(text)}
      </bdi>
      {isCut && !isWhole && (
        <Button size="compact-xs" variant="subtle" onClick={() => setWhole(true)}>
          {t('app.actions.showAll')}
        </Button>
      )}
    </>
  );
}
