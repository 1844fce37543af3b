/** Lines that cannot be read or are skipped, counted by reason. A line that cannot be read is never saved by itself. */
import { Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconMinus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ImportPreview } from '#shared/contract/import-file.ts';
import { useCounted } from '../../components/counted.ts';
import { useImport } from './store.ts';
import { useSkippedText } from './texts.ts';

/** One cause: what to do about it. Several: how many lines each has; a line says what to do about it. */
function Bad({ preview: { counts, problems } }: { preview: ImportPreview }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { inspection, open, working } = useImport();
  const [only, ...others] = problems;
  return (
    <section data-testid="import-bad">
      <Group gap={8} mb={6}>
        <h3 className="chip" data-tone="bad">
          <IconAlertTriangle size={16} aria-hidden /> {t('import.bad.title', counted(counts.bad))}
        </h3>
        <Button size="compact-sm" variant="default" disabled={working !== null} onClick={() => open('file')}>
          {t('import.bad.chooseAgain')}
        </Button>
        {inspection?.table && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={working !== null}
            onClick={() => open('columns')}
          >
            {t('import.bad.toColumns')}
          </Button>
        )}
      </Group>
      {others.length > 0 && (
        <ul>
          {problems.map(({ field, problem, count }) => (
            <li key={`${field}/${problem}`}>
              {t(`import.field.${field}`)}: {t(`import.problem.${problem}.title`)}{' '}
              <span className="muted">· {t('import.lines', counted(count))}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="muted">
        {only && others.length === 0
          ? `${t(`import.problem.${only.problem}.next`)} ${t('import.bad.orWithout')}`
          : t('import.bad.text')}
      </p>
    </section>
  );
}

export function Reasons({ preview }: { preview: ImportPreview }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const skippedText = useSkippedText();
  const { counts, skippedBy } = preview;
  if (counts.bad === 0 && counts.skipped === 0) return null;
  return (
    <div className="import-reasons">
      {counts.bad > 0 && <Bad preview={preview} />}
      {counts.skipped > 0 && (
        <p className="chip" data-testid="import-skipped">
          <IconMinus size={16} aria-hidden /> {t('import.skipped.title', counted(counts.skipped))}:{' '}
          {skippedText(skippedBy)}
        </p>
      )}
    </div>
  );
}
