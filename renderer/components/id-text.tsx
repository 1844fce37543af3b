/** An id or reference: isolated left-to-right, with a copy button where it helps. */
import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { isIban } from '#shared/text/iban.ts';
import { shownText } from '#shared/text/shown-text.ts';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';

/** An IBAN is read in groups of four; what is copied of it has no spaces. */
const groups = (iban: string) =>
  (iban.match(/.{1,4}/g) ?? []).map((group, place) => (
    <span key={place} className="id-group">
      {group}
    </span>
  ));

/** An address breaks behind a slash, not within a word. */
const parts = (text: string) =>
  text.split(/(?<=\/)(?!\/)/).map((part, place) => (
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));

export function IdText({ value, copyable = false }: { value: string | null; copyable?: boolean }) {
  const { t } = useTranslation();
  if (value === null) return <span className="muted">—</span>;
  const text = (
    <bdi dir="ltr" className="id">
      {isIban(value) ? groups(value) : parts(shownText(value))}
    </bdi>
  );
  if (!copyable) return text;
  return (
    <span className="id-copy">
      {text}
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? t('app.copy.done') : t('app.copy.do')}>
            <ActionIcon variant="subtle" color="gray" size="sm" onClick={copy} aria-label={t('app.copy.do')}>
              {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </span>
  );
}
