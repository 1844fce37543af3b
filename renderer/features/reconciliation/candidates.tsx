/** Items of the other side that may belong to an exception, nearest first. Each leads to the match by hand with both picked. */
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { MatchCandidate, ReconcileException } from '#shared/contract/reconciliation-items.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { nameOf } from '../../components/exception-texts.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { formatList } from '../../i18n/format.ts';
import { useMay } from '../../people-store.ts';
import { useMatching } from './match-store.ts';

function useCandidateText(): (candidate: MatchCandidate) => string {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  return ({ same, daysApart, isOnlyNear }) =>
    [
      isOnlyNear ? t('reconciliation.candidate.only') : null,
      same.length === 0
        ? null
        : t('reconciliation.candidate.same', {
            what: formatList(
              same.map((what) => t(`reconciliation.candidate.what.${what}`)),
              locale,
            ),
          }),
      daysApart === null || same.includes('date')
        ? null
        : t('reconciliation.candidate.apart', counted(daysApart)),
    ]
      .filter((part) => part !== null)
      .join(' · ');
}

/** Far from it in time and of another amount: the match by hand has it, and nothing speaks for it. */
const FAR_DAYS = 3;
export const isLikely = ({ same, daysApart, isOnlyNear }: MatchCandidate): boolean =>
  isOnlyNear ||
  (['order-id', 'reference', 'amount'] as const).some((what) => same.includes(what)) ||
  (daysApart !== null && daysApart <= FAR_DAYS);

/** The nearest; the match by hand has all of them. */
const SHOWN = 5;
type CandidatesProps = { exception: ReconcileException; candidates: MatchCandidate[] };

export function Candidates({ exception, candidates }: CandidatesProps) {
  const [, navigate] = useLocation();
  const { t } = useTranslation();
  const may = useMay('reconcile');
  const begin = useMatching((state) => state.begin);
  const candidateText = useCandidateText();
  if (candidates.length === 0) return null;
  const { comparison, ours, theirs } = exception;
  const choose = ({ item }: MatchCandidate) => {
    begin(comparison, {
      ours: item.side === 'ours' ? [...(ours ? [ours] : []), item] : ours ? [ours] : [],
      theirs: item.side === 'theirs' ? [...theirs, item] : theirs,
    });
    navigate(`/reconcile/${comparison}/match`);
  };
  return (
    <section aria-labelledby="reconcile-candidates">
      <h3 id="reconcile-candidates">{t('reconciliation.candidate.heading')}</h3>
      <ul className="plain-list reconcile-candidates">
        {candidates.slice(0, SHOWN).map((candidate) => (
          <li key={`${candidate.item.side}/${candidate.item.itemId}`}>
            <div>
              <MoneyText value={candidate.item.amount} strong /> <IdText value={nameOf(candidate.item)} />
              <div className="muted">
                {candidateText(candidate)}
                {candidate.difference.minor !== 0n && (
                  <>
                    {' · '}
                    {t('reconciliation.candidate.difference')}{' '}
                    <MoneyText value={candidate.difference} signed />
                  </>
                )}
              </div>
            </div>
            <GuardedButton guard={may} size="compact-sm" variant="default" onClick={() => choose(candidate)}>
              {t(`reconciliation.candidate.${candidate.isOnlyNear ? 'match' : 'choose'}`)}
            </GuardedButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
