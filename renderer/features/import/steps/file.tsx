/** Step 1: the file, chosen by a button or dropped on the page. What it is, its content says and not its ending. */
import { Button } from '@mantine/core';
import { IconArrowNarrowRight, IconFileUpload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LARGEST_IMPORT } from '#shared/contract/import.ts';
import { FactRow } from '../../../components/fact.tsx';
import { useLocale } from '../../../app-store.ts';
import { GuardedButton } from '../../../components/guarded-button.tsx';
import { formatBytes } from '../../../i18n/format.ts';
import { useMay } from '../../../people-store.ts';
import { StatementOffer } from '../../practice/index.tsx';
import { StepFrame } from '../step-frame.tsx';
import { useImport } from '../store.ts';
import { useFormatName } from '../texts.ts';

/** A file let go anywhere beside the page would open in its place. */
function useDrop(take: (file: File) => void): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const drag = (event: DragEvent) => {
      event.preventDefault();
      setOver(event.type === 'dragover');
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file) take(file);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    window.addEventListener('dragover', drag);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', drag);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [take]);
  return over;
}

function Chosen() {
  const { t } = useTranslation();
  const locale = useLocale();
  const formatName = useFormatName();
  const { file, inspection } = useImport();
  if (!file) return null;
  return (
    <dl className="facts">
      <FactRow name={t('import.fact.file')}>
        <bdi>{file.name}</bdi>
      </FactRow>
      <FactRow name={t('import.fact.size')}>{formatBytes(file.size, locale)}</FactRow>
      {inspection && (
        <FactRow name={t('import.fact.format')}>{formatName(inspection.format, inspection.table)}</FactRow>
      )}
    </dl>
  );
}

export function FileStep() {
  const { t } = useTranslation();
  const locale = useLocale();
  const may = useMay('reconcile');
  const { file, inspection, working, choose, open } = useImport();
  const input = useRef<HTMLInputElement>(null);
  const free = may.allowed && working === null;
  const over = useDrop((chosen) => {
    if (free) void choose(chosen);
  });
  return (
    <StepFrame
      step="file"
      action={
        inspection && (
          <Button
            rightSection={<IconArrowNarrowRight size={18} className="mirror" />}
            onClick={() => open('format')}
          >
            {t('import.step.continue', { name: t('import.step.name.format') })}
          </Button>
        )
      }
      blocked={may.allowed ? null : may.reason}
    >
      <div className="import-drop" data-over={(over && free) || undefined}>
        <IconFileUpload size={36} stroke={1.4} aria-hidden />
        {file ? <Chosen /> : <p>{t('import.file.drop')}</p>}
        <input
          ref={input}
          type="file"
          hidden
          data-testid="import-file"
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0];
            // The same file can be chosen again.
            event.currentTarget.value = '';
            if (chosen) void choose(chosen);
          }}
        />
        <GuardedButton
          guard={may}
          variant={inspection ? 'default' : 'filled'}
          disabled={working !== null}
          onClick={() => input.current?.click()}
        >
          {t(file ? 'import.file.another' : 'import.file.choose')}
        </GuardedButton>
        <p className="muted">{t('import.file.kinds', { most: formatBytes(LARGEST_IMPORT, locale) })}</p>
      </div>
      <StatementOffer disabled={!free} onFile={(chosen) => void choose(chosen)} />
    </StepFrame>
  );
}
