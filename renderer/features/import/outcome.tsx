/** After an import: how many of its lines the comparison matched, and the way to those that it did not. */
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ImportView } from '#shared/contract/import-file.ts';
import type { ImportOutcome } from '#shared/contract/import-standing.ts';
import { comparisonOf } from '#shared/domain/reconciliation.ts';
import { call, on } from '../../api/client.ts';
import { useAskedAgain } from '../../components/asked-again.ts';
import { useCounted } from '../../components/counted.ts';
import { exceptionPath } from '../../components/exception-path.ts';

const onResult = (again: () => void) => {
  const ends = [on('reconciliation.changed', again), on('import.changed', again)];
  return () => ends.forEach((end) => end());
};

/** `undefined` until there is an answer; null while no comparison has looked at its lines. */
export function useOutcome(importId: string): ImportOutcome | null | undefined {
  const ask = useCallback(() => call('import.outcome', { importId }), [importId]);
  const answer = useAskedAgain(ask, onResult);
  return answer === null ? undefined : answer.outcome;
}

const reconcilePath = (kind: ImportView['kind'], outcome: ImportOutcome | null): string => {
  const comparison = comparisonOf(kind);
  return outcome && outcome.exceptions > 0 ? exceptionPath(comparison) : `/reconcile/${comparison}`;
};

type OutcomeProps = { outcome: ImportOutcome };

/** Two sentences: how many are matched, and what needs nobody. */
export const OutcomeText = ({ outcome }: OutcomeProps) => (
  <>
    <MatchedText outcome={outcome} /> <ApartText outcome={outcome} />
  </>
);

function ApartText({ outcome: { apart } }: OutcomeProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  return apart > 0 && <span className="muted">{t('import.outcome.apartNote', counted(apart))}</span>;
}

export function MatchedText({ outcome }: OutcomeProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { matched, exceptions, apart } = outcome;
  const lines = matched + exceptions + apart;
  const isWhole = matched === lines;
  return (
    <span className="chip" data-tone={exceptions > 0 ? 'late' : 'good'}>
      {exceptions > 0 ? (
        <IconAlertTriangle size={16} aria-hidden />
      ) : (
        <IconCircleCheck size={16} aria-hidden />
      )}
      {isWhole && t('import.outcome.all', counted(lines))}
      {exceptions > 0 && t('import.outcome.open', { ...counted(exceptions), lines: counted(lines).number })}
      {!isWhole &&
        exceptions === 0 &&
        t('import.outcome.some', { ...counted(lines), matched: counted(matched).number })}
    </span>
  );
}

/** In the list of imports, in few words: of the lines that have something to be matched with, as where the import was saved. */
export function OutcomeCell({ importId }: { importId: string }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const outcome = useOutcome(importId);
  if (outcome === undefined) return null;
  if (outcome === null) return <span className="muted">{t('import.outcome.none')}</span>;
  const { matched, exceptions } = outcome;
  if (matched + exceptions === 0) return <span className="muted">{t('import.fact.apart')}</span>;
  return (
    <span className="chip" data-tone={exceptions > 0 ? 'late' : 'good'}>
      {exceptions > 0 ? (
        <IconAlertTriangle size={14} aria-hidden />
      ) : (
        <IconCircleCheck size={14} aria-hidden />
      )}
      {t('import.outcome.brief', {
        matched: counted(matched).number,
        lines: counted(matched + exceptions).number,
      })}
    </span>
  );
}

/** The next act, as it is known: what nothing was found for, else all of Reconcile. */
export function ReconcileButton({
  kind,
  outcome,
}: {
  kind: ImportView['kind'];
  outcome: ImportOutcome | null;
}) {
  const { t } = useTranslation();
  const counted = useCounted();
  return (
    <Button component={Link} href={reconcilePath(kind, outcome)}>
      {outcome && outcome.exceptions > 0
        ? t('import.outcome.toDo', counted(outcome.exceptions))
        : t('import.saved.reconcile')}
    </Button>
  );
}
