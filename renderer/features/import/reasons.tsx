/** Lines that cannot be read or are skipped, counted by reason. A line that cannot be read is never saved by itself. */
import { IconAlertTriangle, IconMinus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ImportPreview } from '#shared/contract/import-file.ts';
import { useCounted } from '../../components/counted.ts';

export function Reasons({ preview }: { preview: ImportPreview }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { counts, problems, skippedBy } = preview;
  if (counts.bad === 0 && counts.skipped === 0) return null;
  return (
    <div className="import-reasons">
      {counts.bad > 0 && (
        <section data-testid="import-bad">
          <h3 className="chip" data-tone="bad">
            <IconAlertTriangle size={16} aria-hidden /> {t('import.bad.title', counted(counts.bad))}
          </h3>
          <ul>
            {problems.map(({ field, problem, count }) => (
              <li key={`${field}/${problem}`}>
                {t(`import.field.${field}`)}: {t(`import.problem.${problem}.title`)}{' '}
                <span className="muted">· {t('import.lines', counted(count))}</span>
              </li>
            ))}
          </ul>
          <p className="muted">{t('import.bad.text')}</p>
        </section>
      )}
      {counts.skipped > 0 && (
        <section data-testid="import-skipped">
          <h3 className="chip">
            <IconMinus size={16} aria-hidden /> {t('import.skipped.title', counted(counts.skipped))}
          </h3>
          <ul>
            {skippedBy.map(({ reason, count }) => (
              <li key={reason}>
                {t(`import.skip.${reason}`)}{' '}
                <span className="muted">· {t('kept.count', counted(count))}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
