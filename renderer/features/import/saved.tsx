/** It is saved: what, and where to go from here. */
import { Anchor, Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconMinus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ImportView } from '#shared/contract/import-file.ts';
import { useCounted } from '../../components/counted.ts';
import { SumFacts, SumTable } from './figures.tsx';
import { ApartText, MatchedText, ReconcileButton, useOutcome } from './outcome.tsx';
import { useImport } from './store.ts';
import { useSpanText } from './texts.ts';

type CameOfItProps = { saved: ImportView; outcome: ReturnType<typeof useOutcome> };

/** What became of the file's lines, one item each: matched or not, those that need nobody, those that were left out. */
function CameOfIt({ saved: { importId, leftOut }, outcome }: CameOfItProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  return (
    <ul className="import-came" aria-live="polite" data-testid="import-outcome">
      {outcome === null && <li className="muted">{t('import.outcome.coming')}</li>}
      {outcome && (
        <li>
          <MatchedText outcome={outcome} />
        </li>
      )}
      {outcome && outcome.apart > 0 && (
        <li>
          <IconMinus size={16} aria-hidden />
          <ApartText outcome={outcome} />
        </li>
      )}
      {leftOut > 0 && (
        <li>
          <Anchor
            component={Link}
            href={`/reconcile/imports/${importId}`}
            inherit
            className="chip"
            data-tone="late"
          >
            <IconAlertTriangle size={16} aria-hidden /> {t('import.saved.leftOut', counted(leftOut))}
          </Anchor>
        </li>
      )}
    </ul>
  );
}

export function Saved({ saved }: { saved: ImportView }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const spanText = useSpanText();
  const discard = useImport((state) => state.discard);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { lines, span, source, fileName, totals, kind, importId } = saved;
  const outcome = useOutcome(importId);
  return (
    <div className="page-scroll">
      <section className="close-result" aria-live="polite" data-testid="import-saved">
        <h2 ref={heading} tabIndex={-1} className="import-saved-title">
          <IconCircleCheck size={28} className="good-icon" aria-hidden />
          {t('import.saved.title', counted(lines))}
        </h2>
        <p>
          <strong>
            <bdi>{source.name}</bdi>
          </strong>{' '}
          · <bdi>{fileName}</bdi> · {spanText(span)}
        </p>
        <div className="import-figures">
          <SumFacts totals={totals} kind={kind} />
        </div>
        <SumTable totals={totals} kind={kind} />
        <CameOfIt saved={saved} outcome={outcome} />
        <div className="close-actions">
          <ReconcileButton kind={kind} outcome={outcome ?? null} />
          <Button component={Link} href={`/reconcile/imports/${importId}`} variant="default">
            {t('import.saved.lines')}
          </Button>
          <Button variant="subtle" color="gray" onClick={() => void discard()}>
            {t('import.saved.another')}
          </Button>
        </div>
      </section>
    </div>
  );
}
