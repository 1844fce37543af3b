/** Settings: head office. How it stands, this PC, the others, joining and leaving. */
import { Button, Group, Table, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconHandStop } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  HeadOfficeClaim,
  HeadOfficePc,
  HeadOfficeStanding,
  HeadOfficeState,
} from '#shared/contract/head-office.ts';
import { call } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { FactRow } from '../../components/fact.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { IdText } from '../../components/id-text.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { orTell } from '../../components/tell-error.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { formatCount } from '../../i18n/format.ts';
import { useMay } from '../../people-store.ts';
import { BrokenPcs } from './broken-pcs.tsx';
import { PcMark } from './pc-mark.tsx';
import { useHeadOffice } from './store.ts';
import { UnderWay } from './under-way.tsx';
import { isLate, useStandingWords } from './texts.ts';
import { isolated } from '../../i18n/isolated.ts';

function Join({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [file, setFile] = useState('');
  return (
    <FormDialog
      title={t('headOffice.join')}
      action={t('headOffice.joinAction')}
      ready={file.trim() !== ''}
      onSave={async () => {
        const answer = await call('headOffice.join', { file });
        return answer.ok ? null : answer.error;
      }}
      onClose={onClose}
    >
      <p className="muted flush">{t('headOffice.joinText')}</p>
      <TextInput
        label={t('headOffice.file')}
        placeholder="/media/usb/till-1.enrolment"
        dir="ltr"
        spellCheck={false}
        data-autofocus
        value={file}
        onChange={(event) => setFile(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

function Leave({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <FormDialog
      title={t('headOffice.leave')}
      action={t('headOffice.leaveAction')}
      ready
      onSave={async () => {
        const answer = await call('headOffice.leave', {});
        return answer.ok ? null : answer.error;
      }}
      onClose={onClose}
    >
      <p className="flush">{t('headOffice.leaveText')}</p>
    </FormDialog>
  );
}

/** Something about a PC that has to be known: it is withdrawn, or its entries do not fit. */
const hasState = ({ withdrawnAtMs, broken }: HeadOfficePc): boolean =>
  withdrawnAtMs !== null || broken !== null;

/** How many entries of a PC are here, and how many older ones are in a file. */
function Entries({ entries, archived }: Pick<HeadOfficePc, 'entries' | 'archived'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  if (archived > 0 && entries === 0)
    return <span className="muted">{t('headOffice.allArchived', counted(archived))}</span>;
  return (
    <>
      {archived > 0 && <span className="muted">{t('headOffice.archived', counted(archived))} · </span>}
      {formatCount(entries, locale)}
    </>
  );
}

type PcRowProps = { pc: HeadOfficePc; pcs: readonly HeadOfficePc[]; withHome: boolean; withState: boolean };

function PcRow({ pc, pcs, withHome, withState }: PcRowProps) {
  const { t } = useTranslation();
  const { id, name, branch, isSelf, isHome, lastEntryAtMs, withdrawnAtMs, broken } = pc;
  return (
    <Table.Tr>
      <Table.Td>
        <bdi>{name}</bdi> <PcMark pcs={pcs} pc={id} withBranch={false} />{' '}
        {isSelf && <span className="muted">· {t('headOffice.thisPc')}</span>}
      </Table.Td>
      <Table.Td>{branch === '' ? t('headOffice.everyBranch') : <bdi>{branch}</bdi>}</Table.Td>
      {withHome && (
        <Table.Td>
          {isHome ? (
            <StateChip tone="neutral" icon={<IconCheck size={16} />} label={t('headOffice.homeYes')} />
          ) : (
            <span className="muted">{t('headOffice.homeNo')}</span>
          )}
        </Table.Td>
      )}
      <Table.Td className="number-cell no-wrap">
        <Entries {...pc} />
      </Table.Td>
      <Table.Td>
        {lastEntryAtMs === null ? t('headOffice.noEntry') : <TimeText atMs={lastEntryAtMs} />}
      </Table.Td>
      {withState && (
        <Table.Td>
          {withdrawnAtMs !== null && (
            <StateChip tone="neutral" icon={<IconHandStop size={16} />} label={t('headOffice.withdrawn')} />
          )}
          {broken && (
            <StateChip
              tone="bad"
              icon={<IconAlertTriangle size={16} />}
              label={t(`headOffice.problem.${broken.problem}`)}
            />
          )}
        </Table.Td>
      )}
    </Table.Tr>
  );
}

function Pcs({ pcs }: { pcs: readonly HeadOfficePc[] }) {
  const { t } = useTranslation();
  if (pcs.length === 0) return null;
  const withState = pcs.some(hasState);
  const withHome = pcs.some(({ isHome }) => isHome);
  return (
    <section className="stack-8 spaced">
      <h3 className="drawer-heading">{t('headOffice.pcs')}</h3>
      <Table className="close-table" verticalSpacing={6} aria-label={t('headOffice.pcs')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('activity.column.pc')}</Table.Th>
            <Table.Th>{t('headOffice.branch')}</Table.Th>
            {withHome && <Table.Th>{t('headOffice.home')}</Table.Th>}
            <Table.Th className="number-cell">{t('headOffice.entriesHead')}</Table.Th>
            <Table.Th>{t('headOffice.lastEntry')}</Table.Th>
            {withState && <Table.Th>{t('headOffice.state')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {pcs.map((pc) => (
            <PcRow key={pc.id} pc={pc} pcs={pcs} withHome={withHome} withState={withState} />
          ))}
        </Table.Tbody>
      </Table>
      {pcs.some(({ archived }) => archived > 0) && (
        <p className="muted flush">{t('headOffice.archivedText')}</p>
      )}
    </section>
  );
}

/** What is under way, of one movement where; null if nothing is. */
function useUnderWayWords(): (claims: readonly HeadOfficeClaim[]) => string | null {
  const { t } = useTranslation();
  const counted = useCounted();
  return (claims) => {
    const [first] = claims;
    if (!first) return null;
    // Of several only if all are at one PC.
    const isAtOne = claims.every(({ pc }) => pc === first.pc);
    return t(`headOffice.${isAtOne ? 'underWayAt' : 'underWayAnswer'}`, {
      ...counted(claims.length),
      pc: isolated(first.pcName),
    });
  };
}

/**
 * The first thing to know: how many PCs take part, whether this one has all that they told, and what money is under way. Not reached, head
 * office said of that money before. Nothing is said until it was asked once.
 */
export function Answer({ standing }: { standing: HeadOfficeStanding | null }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const underWay = useUnderWayWords()(standing?.claims ?? []);
  if (!standing) return null;
  if (standing.failure !== null || !standing.isAsked)
    return (
      underWay && <p className="head-answer flush">{t('headOffice.atLastContact', { what: underWay })}</p>
    );
  const { pcs, waiting, isWhole } = standing;
  const isCurrent = isWhole && waiting === 0 && !isLate(standing);
  const taking = pcs.filter(({ withdrawnAtMs }) => withdrawnAtMs === null).length;
  return (
    <p className="head-answer flush">
      {t(`headOffice.${isCurrent ? 'pcsCurrent' : 'pcsTaking'}`, counted(taking))}{' '}
      {underWay ?? t('headOffice.nothingUnderWay')}
    </p>
  );
}

type StandingProps = HeadOfficeState & {
  /** Asks head office now; stands beside what was known last. */
  look: ReactNode;
};

function Standing({ membership, standing, look }: StandingProps) {
  const { t } = useTranslation();
  const words = useStandingWords();
  if (!membership) return <p className="flush">{t('headOffice.none')}</p>;
  const late = standing !== null && isLate(standing);
  const { name, branch, host, database, pc } = membership;
  const claims = standing?.claims ?? [];
  return (
    <>
      <BrokenPcs />
      <dl className="facts">
        <FactRow name={t('headOffice.state')}>
          <div className="inline-row">
            <span role="status">
              <StateChip
                tone={late ? 'late' : 'good'}
                icon={late ? <IconAlertTriangle size={16} /> : <IconCheck size={16} />}
                label={words(standing)}
              />
            </span>
            {look}
          </div>
        </FactRow>
        <FactRow name={t('headOffice.thisPc')}>
          <bdi>{name}</bdi>
        </FactRow>
        <FactRow name={t('headOffice.branch')}>
          {branch === '' ? t('headOffice.everyBranch') : <bdi>{branch}</bdi>}
        </FactRow>
      </dl>
      {standing?.failure && <p className="flush">{t(`headOffice.failure.${standing.failure}`)}</p>}
      <UnderWay claims={claims} pcs={standing?.pcs ?? []} />
      <Pcs pcs={standing?.pcs ?? []} />
      <details className="folded">
        <summary>{t('activity.entry.technical')}</summary>
        <dl className="facts">
          <FactRow name={t('headOffice.server')}>{t('headOffice.serverText', { database, host })}</FactRow>
          <FactRow name={t('activity.entry.target')}>
            <IdText value={pc} copyable />
          </FactRow>
        </dl>
      </details>
    </>
  );
}

export function HeadOfficeSettings() {
  const { t } = useTranslation();
  const state = useHeadOffice();
  const may = useMay('settings.profiles');
  const [open, setOpen] = useState<'join' | 'leave' | null>(null);
  const [isLooking, setLooking] = useState(false);
  const close = () => setOpen(null);
  const look = async () => {
    setLooking(true);
    const answer = await orTell(call('headOffice.look', {}));
    setLooking(false);
    if (answer) useHeadOffice.setState(answer);
  };
  return (
    <section className="card stack-12">
      <h2 className="card-title">{t('headOffice.title')}</h2>
      {state.membership && <Answer standing={state.standing} />}
      <p className="muted size-13 card-text">{t('headOffice.text')}</p>
      <Standing
        {...state}
        look={
          <Button size="compact-sm" variant="default" loading={isLooking} onClick={() => void look()}>
            {t('headOffice.look')}
          </Button>
        }
      />
      <Group gap={8}>
        {state.membership ? (
          <GuardedButton guard={may} variant="default" onClick={() => setOpen('leave')}>
            {t('headOffice.leave')}
          </GuardedButton>
        ) : (
          <GuardedButton guard={may} variant="default" onClick={() => setOpen('join')}>
            {t('headOffice.join')}
          </GuardedButton>
        )}
      </Group>
      {open === 'join' && <Join onClose={close} />}
      {open === 'leave' && <Leave onClose={close} />}
    </section>
  );
}
