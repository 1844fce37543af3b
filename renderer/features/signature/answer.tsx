/** What a check of a signature says: valid, or what is wrong in words, and the text that is signed. */
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import { isolated } from '../../i18n/isolated.ts';

export type Checked = OutputOf<'profiles.checkSignature'>;

export const TONES = { valid: undefined, differs: 'bad', unreadable: 'late' } as const;
const ICONS = { valid: IconCircleCheck, differs: IconCircleX, unreadable: IconAlertTriangle } as const;

/** What is wrong, in words; nothing of one that is valid. */
function useCause(checked: Checked): string | null {
  const { t } = useTranslation();
  switch (checked.verdict) {
    case 'valid':
      return null;
    case 'differs':
      return t(`signature.cause.${checked.cause}`);
    case 'unreadable':
      return t(`signature.unreadable.${checked.cause}`, { field: isolated(checked.field ?? '') });
  }
}

/** True if the key may be missing on this PC; it is entered in Settings. A key of the other mode is here: it was tried. */
export const isOfKey = (checked: Checked): boolean =>
  checked.verdict !== 'valid' && ['key-or-content', 'key-missing'].includes(checked.cause);

/** `children`: the next act, below the cause. */
export function Verdict({ checked, children }: { checked: Checked; children?: ReactNode }) {
  const { t } = useTranslation();
  const cause = useCause(checked);
  const Icon = ICONS[checked.verdict];
  return (
    <span role="status" className="verdict" data-testid="signature-answer">
      <Icon size={20} />
      <span>
        {t(`signature.verdict.${checked.verdict}`)} {cause && <span className="verdict-cause">{cause}</span>}
        {children}
      </span>
    </span>
  );
}

/** Where the cause is not known: what to look at, in the order in which it is mostly found. `toKey`: the way to the key. */
export function ToCheck({ checked, toKey }: { checked: Checked; toKey: ReactNode }) {
  const { t } = useTranslation();
  if (checked.verdict !== 'differs' || checked.cause !== 'key-or-content') return null;
  return (
    <section className="labelled" data-testid="signature-checks">
      <span className="field-label">{t('signature.checks.title')}</span>
      <ol className="signature-checks">
        <li>
          <strong>{t('signature.checks.key')}</strong> {t('signature.checks.keyAbout')} {toKey}
        </li>
        <li>
          <strong>{t('signature.checks.mode')}</strong>{' '}
          {t(checked.triedOtherMode ? 'signature.checks.modeTried' : 'signature.checks.modeNotTried')}
        </li>
        <li>
          <strong>{t('signature.checks.body')}</strong> {t('signature.checks.bodyAbout')}
        </li>
      </ol>
    </section>
  );
}

export function Signed({ checked }: { checked: Checked }) {
  const { t } = useTranslation();
  if (checked.verdict === 'unreadable') return null;
  return (
    <section className="labelled">
      <span className="field-label">{t('signature.text')}</span>
      <span className="muted size-12">{t(`signature.signed.${checked.verifier}`)}</span>
      <pre
        className="wire-text"
        dir="ltr"
        tabIndex={0}
        aria-label={t('signature.text')}
        data-testid="signed-text"
      >
        {checked.signedText}
      </pre>
    </section>
  );
}
