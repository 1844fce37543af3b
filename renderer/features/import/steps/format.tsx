/** Step 2: what the file is, where it comes from, and how its bytes become a table, shown with its own words. */
import { Autocomplete, Button, Radio } from '@mantine/core';
import { IconArrowNarrowRight } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { importKinds, type ImportKind } from '#shared/domain/statement.ts';
import { useCounted } from '../../../components/counted.ts';
import { Reading } from '../reading.tsx';
import { StepFrame } from '../step-frame.tsx';
import { canOpen, doubtsOf } from '../stages.ts';
import { Statements } from '../statements.tsx';
import { useImport } from '../store.ts';

function Kind() {
  const { t } = useTranslation();
  const { kind, inspection, describe } = useImport();
  const ofBank = inspection?.table === null;
  return (
    <Radio.Group
      label={t('import.kind.label')}
      required
      value={kind}
      onChange={(value) => describe({ kind: importKinds.find((one) => one === value) ?? null })}
    >
      <div className="import-kinds">
        {importKinds.map((one: ImportKind) => (
          <Radio
            key={one}
            value={one}
            label={t(`import.kind.${one}`)}
            description={t(`import.kind.text.${one}`)}
            disabled={ofBank && one !== 'bank'}
          />
        ))}
      </div>
    </Radio.Group>
  );
}

function Source() {
  const { t } = useTranslation();
  const { kind, sourceName, sources, inspection, describe, loadSources } = useImport();
  useEffect(() => void loadSources(), [loadSources]);
  const known = inspection?.knownSource?.name === sourceName;
  return (
    <Autocomplete
      label={t('import.source.label')}
      description={t(known ? 'import.source.known' : 'import.source.text')}
      placeholder={t(`import.source.example.${kind ?? 'bank'}`)}
      required
      maxLength={100}
      data={sources.filter((source) => source.kind === kind).map(({ name }) => name)}
      value={sourceName}
      onChange={(name) => describe({ sourceName: name })}
    />
  );
}

export function FormatStep() {
  const { t } = useTranslation();
  const counted = useCounted();
  const state = useImport();
  const { inspection, kind, sourceName, working, open } = state;
  if (!inspection) return null;
  const guessed = inspection.table ? doubtsOf(inspection).length : 0;
  const next = inspection.table === null ? 'check' : 'columns';
  const missing =
    kind === null ? 'import.kind.missing' : sourceName.trim() === '' ? 'import.source.missing' : null;
  return (
    <StepFrame
      step="format"
      answer={guessed > 0 ? t('import.reading.guessed', counted(guessed)) : null}
      action={
        <Button
          variant={inspection.sameFile?.status === 'whole' ? 'default' : 'filled'}
          rightSection={<IconArrowNarrowRight size={18} className="mirror" />}
          disabled={working !== null || !canOpen(state, next)}
          onClick={() => open(next)}
        >
          {t('import.step.continue', { name: t(`import.step.name.${next}`) })}
        </Button>
      }
      blocked={missing && t(missing)}
    >
      <div className="import-about">
        <Kind />
        <Source />
      </div>
      {inspection.table ? (
        <Reading inspection={inspection} table={inspection.table} />
      ) : (
        <Statements statements={inspection.statements} />
      )}
    </StepFrame>
  );
}
