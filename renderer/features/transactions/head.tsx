/** The head of a terminal: what is outstanding, net, and beside it the parts that it is made of. */
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import { useCounted } from '../../components/counted.ts';
import { Fact } from '../../components/fact.tsx';
import { TotalsText } from '../../components/money-text.tsx';
import { countOf, partsOf } from '../../components/sum-parts.ts';
import { NotSummed, UndoneFact, useHeldWords, WithAuthorized } from '../../components/sums.tsx';
import { AgeText } from '../../components/time-text.tsx';

export function TerminalHead({
  summary,
  unread,
}: {
  summary: OutputOf<'transactions.summary'>;
  unread: boolean;
}) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { terminal, outstanding } = summary;
  const hasAmount = outstanding.net.length > 0;
  const { outstandingCount, unreadableCount } = terminal;
  const held = useHeldWords()(outstanding, outstandingCount);
  const outstandingText = () => {
    const readable = counted(outstandingCount);
    if (outstandingCount === 0) return t('terminals.head.nothing');
    // The net leaves authorisations out; the words that follow say how many there are.
    if (hasAmount && held !== null) return t('terminals.footer.transactions', readable);
    if (!hasAmount) return t('terminals.head.outstanding', readable);
    if (unreadableCount === 0) return t('terminals.head.netOutstanding', readable);
    const all = counted(outstandingCount + unreadableCount);
    return t('terminals.head.netOutstandingOf', { ...all, readable: readable.number });
  };
  const parts = outstanding.returns.length === 0 ? [] : partsOf(outstanding);
  return (
    <div className="terminal-head" data-testid="terminal-head">
      <div className="terminal-net">
        <div className="row-8">
          {/* Where the words below it do not call it a net. */}
          {hasAmount && held !== null && <span className="muted">{t('terminals.head.net')}</span>}
          {hasAmount && <TotalsText totals={outstanding.net} strong size={28} />}
        </div>
        <span className="muted">
          {unread ? t('app.asOf.never') : outstandingText()}
          <WithAuthorized sums={outstanding} count={terminal.outstandingCount} whole />
          {terminal.oldestFirstSeenAtMs !== null && (
            <>
              {' · '}
              {t('terminals.head.oldest')} <AgeText atMs={terminal.oldestFirstSeenAtMs} />
            </>
          )}
        </span>
      </div>
      {parts
        .filter(({ part }) => part !== 'net')
        .map(({ part, totals }) => (
          <Fact
            key={part}
            term="part"
            label={`${t(`terminals.sum.${part}`)} · ${t('terminals.footer.transactions', counted(countOf(totals)))}`}
          >
            <TotalsText totals={totals} size={16} />
          </Fact>
        ))}
      <UndoneFact totals={outstanding.undone} />
      <NotSummed totals={outstanding.notSummed} />
    </div>
  );
}
