/** What may belong together at the bank: nothing of it is matched until a person accepts it, one by one or all alike. */
import { Anchor } from '@mantine/core';
import { IconBulb, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ComparisonSummary } from '#shared/contract/reconciliation-overview.ts';
import type { ReconcileProposal } from '#shared/contract/reconciliation-proposals.ts';
import type { Money } from '#shared/money/money.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { MoneyList } from '../../components/money-text.tsx';
import { NotAllowed } from '../../components/not-allowed.tsx';
import { useIsWide } from '../../components/is-wide.ts';
import { SearchInput } from '../../components/search-input.tsx';
import { useMay } from '../../people-store.ts';
import { acceptable } from './acceptable.ts';
import { AcceptDialog } from './accept-dialog.tsx';
import { useAccepting, type Alike } from './accepting.ts';
import { hasRivals } from './doubtful.ts';
import { useProposals } from './lists.ts';
import { PartTabs } from './part-tabs.tsx';
import { proposalColumns, sumsOf } from './proposal-columns.tsx';
import { AcceptAlike, ProposalDrawer } from './proposal-drawer.tsx';
import { useReconciliation } from './store.ts';

const NO_ROWS: ReconcileProposal[] = [];

type Group = { alike: Alike; first: ReconcileProposal; members: ReconcileProposal[] };

/** Groups of two and more that can be accepted together, of the rows that are shown. */
function alikeGroups(rows: readonly ReconcileProposal[]): Group[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const { alike } = row;
    if (!alike || alike.count < 2) continue;
    const known = groups.get(alike.key);
    if (known) known.members.push(row);
    else groups.set(alike.key, { alike, first: row, members: [row] });
  }
  return [...groups.values()];
}

/** The sum of a group at the bank; of one that is not read whole none is known. */
const sumsOfGroup = ({ alike, members }: Group): Money[] =>
  members.length === alike.count ? sumsOf(members.flatMap(({ theirs }) => theirs)) : [];

/** Those that are alike with one of them. */
const sumsAlike = (rows: readonly ReconcileProposal[], { alike }: ReconcileProposal): Money[] =>
  alikeGroups(rows)
    .filter((group) => group.alike.key === alike?.key)
    .flatMap(sumsOfGroup);

type GroupsProps = { rows: readonly ReconcileProposal[]; onChoose: (alike: Alike) => void };

function Groups({ rows, onChoose }: GroupsProps) {
  const { t } = useTranslation();
  const may = useMay('reconcile');
  const groups = alikeGroups(rows);
  if (groups.length === 0) return null;
  return (
    <ul className="type-groups" aria-label={t('reconciliation.proposal.groups')}>
      {groups.map(({ alike, first, members }) => (
        <li key={alike.key}>
          <GuardedButton
            guard={may}
            size="compact-sm"
            variant={groups.length === 1 ? 'filled' : 'default'}
            onClick={() => onChoose(alike)}
          >
            <AcceptAlike count={alike.count} sums={sumsOfGroup({ alike, first, members })} />
          </GuardedButton>
          <span className="proposal-payer">
            <bdi>{first.theirs[0]?.text}</bdi>
          </span>
        </li>
      ))}
    </ul>
  );
}

type FootProps = {
  /** All of them; null while there are more than the window has read, or a search lists a part of them. */
  all: readonly ReconcileProposal[] | null;
  chosen: ReconcileProposal[];
  onAccept: () => void;
};

/** Proposals for one line, or for one payout, are of the same money: it counts once. */
const sumsAtBank = (proposals: readonly ReconcileProposal[]): Money[] =>
  sumsOf(acceptable(proposals).flatMap(({ theirs }) => theirs));

function Foot({ all, chosen, onAccept }: FootProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  const may = useMay('reconcile');
  const rivals = (all ?? []).filter(hasRivals).length;
  const differing = (all ?? []).filter(({ difference }) => difference.minor !== 0n).length;
  if (chosen.length === 0)
    return (
      <footer className="page-foot">
        {rivals > 0 && (
          <span className="late-text">{t('reconciliation.proposal.rivalsFoot', counted(rivals))}</span>
        )}
        {differing > 0 && (
          <span className="late-text">{t('reconciliation.proposal.differsFoot', counted(differing))}</span>
        )}
        <span className="muted">{t('reconciliation.proposal.hint')}</span>
      </footer>
    );
  return (
    <footer className="page-foot foot-acts" data-testid="chosen">
      <strong>{t('reconciliation.chosen', counted(chosen.length))}</strong>
      <MoneyList values={sumsAtBank(chosen)} strong />
      <GuardedButton guard={may} size="compact-sm" variant="default" onClick={onAccept}>
        {t('reconciliation.accept.action', counted(chosen.length))}
      </GuardedButton>
      <NotAllowed may={may} />
    </footer>
  );
}

function Bar({ made }: { made: string | null }) {
  const { t } = useTranslation();
  const { query, ask } = useProposals();
  return (
    <div className="toolbar">
      <SearchInput
        label={t('reconciliation.filter.text')}
        width={220}
        value={query.text}
        onChange={(text) => ask({ text }, 'soon')}
      />
      <span className="proposal-links">
        <Anchor component={Link} href="/reconcile/bank/learnt" size="sm">
          {t('reconciliation.learnt.open')}
        </Anchor>
        <Anchor component={Link} href="/reconcile/bank/rules" size="sm">
          {t('reconciliation.rules.title')}
        </Anchor>
      </span>
      {made !== null && (
        <span role="status" className="proposal-made">
          <IconCircleCheck size={16} aria-hidden /> {made}
        </span>
      )}
    </div>
  );
}

function NoProposals() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconBulb size={32} />}
      title={t('reconciliation.empty.proposalsTitle')}
      text={t('reconciliation.empty.proposalsText')}
    />
  );
}

export function ProposalsPart({ summary }: { summary: ComparisonSummary }) {
  const { t } = useTranslation();
  const { language, digits } = useLocale();
  const { rows, error, load, loadMore } = useProposals();
  const [opened, setOpened] = useState<ReconcileProposal | null>(null);
  const [chosenIds, setChosenIds] = useState<string[]>([]);
  const accepting = useAccepting();
  useEffect(() => void useProposals.getState().load(), []);
  const isWide = useIsWide();
  const columns = useMemo(
    () => proposalColumns(t, { language, digits }, isWide),
    [t, language, digits, isWide],
  );
  const shown = rows ?? NO_ROWS;
  const chosen = shown.filter(({ proposalId }) => chosenIds.includes(proposalId));
  const count = useReconciliation(({ overview }) => overview?.proposals ?? 0);
  return (
    <>
      <PartTabs summary={summary} part="proposals" />
      <Groups rows={shown} onChoose={(alike) => void accepting.askAlike(alike)} />
      <Bar made={accepting.made} />
      {error && <ErrorNotice error={error} onRetry={() => void load()} />}
      <DataGrid
        id="proposals"
        label={t('reconciliation.part.proposals')}
        rows={shown}
        columns={columns}
        getRowId={({ proposalId }) => proposalId}
        loading={rows === null && !error}
        onOpen={setOpened}
        selectedIds={chosenIds}
        onSelectedIdsChange={setChosenIds}
        onEndReached={() => void loadMore()}
        empty={<NoProposals />}
      />
      <Foot
        all={shown.length === count ? shown : null}
        chosen={chosen}
        onAccept={() => accepting.ask(chosen)}
      />
      {opened && (
        <ProposalDrawer
          proposal={opened}
          alikeSums={sumsAlike(shown, opened)}
          onClose={() => setOpened(null)}
          onAccept={() => {
            setOpened(null);
            void accepting.askOne(opened);
          }}
          onAcceptAlike={(alike) => {
            setOpened(null);
            void accepting.askAlike(alike);
          }}
        />
      )}
      {accepting.asked && (
        <AcceptDialog
          proposals={accepting.asked}
          others={Math.max(0, count - accepting.asked.length)}
          onClose={accepting.close}
          onDone={() => {
            setChosenIds([]);
            accepting.done(accepting.asked?.length ?? 0);
          }}
        />
      )}
    </>
  );
}
