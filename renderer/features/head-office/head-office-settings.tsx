/** Settings: head office. How it stands, this PC, the others, joining and leaving. */
import { Button, Group, Table, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconHandStop } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HeadOfficeClaim, HeadOfficePc, HeadOfficeState } from '#shared/contract/head-office.ts';
import { call } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { FactRow } from '../../components/fact.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { IdText } from '../../components/id-text.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { useTerminalName } from '../../components/terminal-names.tsx';
import { orTell } from '../../components/tell-error.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { formatCount } from '../../i18n/format.ts';
import { useMay } from '../../people-store.ts';
import { BrokenPcs } from './broken-pcs.tsx';
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

/** Two PCs of one name are told apart by what their ids begin with. */
const sharesName = (pcs: readonly HeadOfficePc[], name: string): boolean =>
  pcs.filter((pc) => pc.name === name).length > 1;

type PcRowProps = { pc: HeadOfficePc; withHome: boolean; withState: boolean; isTwin: boolean };

function PcRow({ pc, withHome, withState, isTwin }: PcRowProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const { id, name, branch, isSelf, isHome, entries, archived, lastEntryAtMs, withdrawnAtMs, broken } = pc;
  return (
    <Table.Tr>
      <Table.Td>
        <bdi>{name}</bdi> {isTwin && <span className="id small-id muted">{id.slice(0, 6)}</span>}{' '}
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
      <Table.Td className="number-cell">
        {formatCount(entries, locale)}
        {archived > 0 && <div className="muted">{t('headOffice.archived', counted(archived))}</div>}
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
            <PcRow
              key={pc.id}
              pc={pc}
              withHome={withHome}
              withState={withState}
              isTwin={sharesName(pcs, pc.name)}
            />
          ))}
        </Table.Tbody>
      </Table>
      {pcs.some(({ archived }) => archived > 0) && (
        <p className="muted flush">{t('headOffice.archivedText')}</p>
      )}
    </section>
  );
}

type UnderWayProps = { claims: readonly HeadOfficeClaim[]; isReached: boolean };

/** The first thing to know: money is under way, of one movement where. Not reached, head office said so before. */
export function UnderWayAnswer({ claims, isReached }: UnderWayProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  const nameOf = useTerminalName();
  const [only, ...others] = claims;
  if (!only) return null;
  const { kind, pcName, terminalId } = only;
  const where = (terminalId !== null && nameOf(terminalId)) || pcName;
  const what =
    others.length > 0
      ? t('headOffice.underWayAnswer', counted(claims.length))
      : t('headOffice.underWayOne', {
          kind: t(`operations.kind.${kind}`, { defaultValue: kind }),
          where: isolated(where),
        });
  return <p className="step-answer flush">{isReached ? what : t('headOffice.atLastContact', { what })}</p>;
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
      {standing?.failure !== null && <UnderWayAnswer claims={claims} isReached={false} />}
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
