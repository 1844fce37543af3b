/** The lines that cannot be read, counted by cause. To save the others without them is a choice somebody makes. */
import { Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ImportPreview } from '#shared/contract/import-file.ts';
import { useCounted } from '../../components/counted.ts';
import { useImport } from './store.ts';

/** One cause: what to do about it. Several: how many lines each has; a line says what to do about it. */
export function NotReadable({ preview: { counts, problems } }: { preview: ImportPreview }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { inspection, open, working } = useImport();
  const [only, ...others] = problems;
  return (
    <section data-testid="import-bad" className="import-reasons">
      <Group gap={8}>
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
