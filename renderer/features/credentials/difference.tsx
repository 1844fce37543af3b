/** What a new list of allowed addresses adds and takes away. */
import { useTranslation } from 'react-i18next';
import { differenceOf } from '#shared/domain/allowed-addresses.ts';

type Lists = { before: readonly string[]; after: readonly string[] };

/** `saysMore`: what the change does besides; a confirmation says that itself. */
export function Difference({ before, after, saysMore = true }: Lists & { saysMore?: boolean }) {
  const { t } = useTranslation();
  const { added, removed } = differenceOf(before, after);
  return (
    <div className="stack-8" data-testid="addresses-difference">
      {(['added', 'removed'] as const).map((change) => {
        const entries = change === 'added' ? added : removed;
        if (entries.length === 0) return null;
        return (
          <div key={change}>
            <span className="field-label">{t(`credentials.addresses.${change}`)}</span>
            <ul className="plain-list">
              {entries.map((entry) => (
                <li key={entry} className="address-change" data-change={change}>
                  <bdi dir="ltr" className="id">
                    {change === 'added' ? '+' : '−'} {entry}
                  </bdi>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
      {saysMore && before.length > 0 && after.length === 0 && <div>{t('credentials.addresses.opens')}</div>}
      {saysMore && before.length === 0 && after.length > 0 && <div>{t('credentials.addresses.first')}</div>}
    </div>
  );
}
