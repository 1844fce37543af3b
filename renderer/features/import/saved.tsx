/** It is saved: what, and where to go from here. */
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ImportView } from '#shared/contract/import-file.ts';
import { useCounted } from '../../components/counted.ts';
import { Fact } from '../../components/fact.tsx';
import { SumFacts, SumTable } from './figures.tsx';
import { ReconcileButton, useOutcome } from './outcome.tsx';
import { useImport } from './store.ts';
import { useSpanText } from './texts.ts';

type CameOfItProps = { saved: ImportView; outcome: ReturnType<typeof useOutcome> };

/** What became of the file's lines, figure by figure: matched or not, those that need nobody, those that were left out. */
function CameOfIt({ saved: { leftOut }, outcome }: CameOfItProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  const late = (count: number) => (
    <span className="chip" data-tone={count > 0 ? 'late' : undefined}>
      {count > 0 && <IconAlertTriangle size={16} aria-hidden />} {counted(count).number}
    </span>
  );
  return (
    <div className="import-figures" aria-live="polite" data-testid="import-outcome">
      {outcome === null && <p className="muted">{t('import.outcome.coming')}</p>}
      {outcome && (
        <>
          <Fact label={t('import.standing.matched')}>{counted(outcome.matched).number}</Fact>
          <Fact label={t('import.standing.exception')}>{late(outcome.exceptions)}</Fact>
        </>
      )}
      {outcome && outcome.apart > 0 && (
        <Fact label={t('import.fact.apart')}>{counted(outcome.apart).number}</Fact>
      )}
      {leftOut > 0 && <Fact label={t('import.fact.leftOutUnread')}>{late(leftOut)}</Fact>}
    </div>
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
  const title = t('import.saved.title', counted(lines));
  return (
    <div className="page-scroll">
      <section className="close-result" aria-live="polite" data-testid="import-saved">
        <h2 ref={heading} tabIndex={-1} className="import-saved-title">
          <IconCircleCheck size={28} className="good-icon" aria-hidden />
          {outcome && outcome.exceptions > 0
            ? t('import.saved.toMatch', { ...counted(outcome.exceptions), title })
            : title}
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
