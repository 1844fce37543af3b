/** The amounts of a request: in one line, or those of a close below one another. */
import { useTranslation } from 'react-i18next';
import { netDifference } from '#shared/domain/closing.ts';
import { movementKinds } from '#shared/domain/operation.ts';
import { addMoney } from '#shared/money/money.ts';
import type { CalculationTerm } from '../../components/calculation.tsx';
import { useCounted } from '../../components/counted.ts';
import { nameOf, subjectOf } from '../../components/exception-texts.tsx';
import { Fact, FactRow } from '../../components/fact.tsx';
import { IdText } from '../../components/id-text.tsx';
import { LateName, LateNote } from '../../components/late.tsx';
import { MoneyList, MoneyText, TotalsText } from '../../components/money-text.tsx';
import { leftIn, useClose } from './request-facts.tsx';
import { closesDay, type Asked } from './texts.ts';

/** A close in one currency as a calculation: what was expected, what the count differs by, what was counted. Null for any other. */
function useCloseTerms({ sums, difference: ofAll }: ReturnType<typeof useClose>): CalculationTerm[] | null {
  const { t } = useTranslation();
  const [net, ...others] = sums?.net ?? [];
  const [difference, ...more] = ofAll;
  if (!net || others.length > 0 || more.length > 0) return null;
  if (!difference || difference.minor === 0n || difference.currency !== net.amount.currency) return null;
  return [
    { name: t('closing.column.expected'), amount: net.amount },
    { name: t('closing.column.difference'), amount: difference, isOdd: true },
    { name: t('closing.column.counted'), amount: addMoney(net.amount, difference), isSum: true },
  ];
}

/** Why a close differs, in the words of who asked: before its figures. */
export function CloseReasons({ request: { differences } }: { request: Asked }) {
  const { t } = useTranslation();
  const reasons = differences.flatMap(({ why }) => why ?? []);
  if (reasons.length === 0) return null;
  return (
    <div>
      <span className="muted">{t('closing.column.reason')}:</span>{' '}
      {reasons.map(({ reason, note }, at) => (
        <div key={at} className="waiting-reason">
          {t(`closing.differenceReason.${reason}`)} · <bdi>{note}</bdi>
        </div>
      ))}
    </div>
  );
}

/** The terms beside one another, as in the strip of the close itself. */
function CloseTerms({ terms }: { terms: readonly CalculationTerm[] }) {
  const { t } = useTranslation();
  return (
    <div className="waiting-terms" role="group" aria-label={t('closing.totals.label')}>
      {terms.map(({ name, amount, isSum = false, isOdd = false }, at) => (
        <Fact key={at} term={isSum ? 'sum' : 'part'} label={isOdd ? <LateName>{name}</LateName> : name}>
          <span className={isOdd ? 'late-text' : undefined}>
            <MoneyText value={amount} signed={isOdd} strong />
          </span>
        </Fact>
      ))}
    </div>
  );
}

/** What a close that waits comes to. */
export function CloseFacts({ request }: { request: Asked }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { totals, differences } = request;
  const close = useClose(request.closing?.closingId ?? null);
  const terms = useCloseTerms(close);
  const left = leftIn(close.terminals);
  // What is asked about a close has a difference: the core told none of it to this person.
  if (closesDay(request) && totals.length === 0 && differences.length === 0)
    return <div className="muted size-13">{t('people.approvals.blind')}</div>;
  if (terms === null && totals.length === 0 && differences.length === 0) return null;
  if (terms)
    return (
      <>
        <CloseTerms terms={terms} />
        {left > 0 && <LateNote>{t('closing.review.leftNote', counted(left))}</LateNote>}
      </>
    );
  return (
    <dl className="facts waiting-facts">
      {totals.length > 0 && (
        <FactRow name={t('closing.review.sales')}>
          <TotalsText totals={totals} strong />
        </FactRow>
      )}
      {differences.length > 0 && (
        <FactRow name={t('closing.column.difference')}>
          <span className="late-text">
            <MoneyList values={netDifference(differences)} strong signed />
          </span>
        </FactRow>
      )}
    </dl>
  );
}

/** The amounts of a request: the sales and differences of a close, the amount of a movement, the loss of a write-off. */
export function RequestAmounts({ request }: { request: Asked }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { kind, closing, operation, totals, differences, exceptions } = request;
  const [only, ...others] = exceptions;
  const subject = only && others.length === 0 ? subjectOf(only.exception) : null;
  const moved = movementKinds.find((one) => one === (operation?.kind ?? kind));
  const ofClose = closing !== null && operation === null;
  // What is asked about a close has a difference: the core told none of it to this person.
  const isHidden = closesDay(request) && totals.length === 0 && differences.length === 0;
  return (
    <>
      {subject && (
        <>
          <IdText value={nameOf(subject)} />{' '}
        </>
      )}
      {isHidden && <span className="muted size-13">· {t('people.approvals.blind')}</span>}
      {ofClose && totals.length > 0 && <>· {t('closing.review.sales')} </>}
      {kind === 'instant-settlement' && (
        <> · {t('people.approvals.early', counted(totals[0]?.count ?? 0))} </>
      )}
      {totals.length > 0 && <TotalsText totals={totals} strong {...(moved && { movement: moved })} />}
      {differences.length > 0 && (
        <>
          {' '}
          · {t('closing.column.difference')}{' '}
          <span className="late-text">
            <MoneyList values={netDifference(differences)} strong signed />
          </span>
        </>
      )}
    </>
  );
}
