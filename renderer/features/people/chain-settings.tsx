/** Settings: the people of the chain. Whether this PC takes them over, the codes that are compared, and the PCs that may change them. */
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChainPc, ChainPeopleState } from '#shared/contract/chain-people.ts';
import { call } from '../../api/client.ts';
import { CopyTextButton } from '../../components/copy-text-button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FactRow } from '../../components/fact.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { useMayChange } from './chain-people.ts';
import { ChainAct } from './chain-dialogs.tsx';

type Props = { state: ChainPeopleState; onState: (state: ChainPeopleState) => void };

function Facts({ code, pcCode, isConfirmed }: ChainPeopleState) {
  const { t } = useTranslation();
  return (
    <dl className="facts">
      {code !== null && (
        <FactRow name={t('people.chain.code')}>
          <span className="inline-row">
            <bdi dir="ltr" className="chain-code">
              {code}
            </bdi>
            <CopyTextButton text={code} label={t('people.chain.copyCode')} size="compact-sm" />
          </span>
          <div className="muted size-13 chain-about">{t('people.chain.codeFor')}</div>
        </FactRow>
      )}
      {!isConfirmed && (
        <FactRow name={t('people.chain.pcCode')}>
          <bdi dir="ltr" className="chain-code">
            {pcCode}
          </bdi>
          <div className="muted size-13 chain-about">{t('people.chain.pcCodeFor')}</div>
        </FactRow>
      )}
      {/* A confirmed PC stands in the list below. */}
      {code !== null && !isConfirmed && (
        <FactRow name={t('people.chain.isConfirmed')}>{t('people.chain.notConfirmed')}</FactRow>
      )}
    </dl>
  );
}

type PcsProps = Props & { onConfirm: () => void };

function ConfirmedPcs({ state, onState, onConfirm }: PcsProps) {
  const { t } = useTranslation();
  const may = useMayChange(state);
  const [gone, setGone] = useState<ChainPc | null>(null);
  return (
    <section className="stack-8 set-off" aria-label={t('people.chain.pcs')}>
      <div className="row spread">
        <h3 className="drawer-heading">{t('people.chain.pcs')}</h3>
        <GuardedButton size="xs" variant="default" guard={may} onClick={onConfirm}>
          {t('people.chain.confirm')}
        </GuardedButton>
      </div>
      {state.pcs.length === 1 && <p className="muted size-13 flush">{t('people.chain.onlyOne')}</p>}
      <div>
        {state.pcs.map((pc) => (
          <div key={pc.id} className="person-row chain-pc" data-pc={pc.name}>
            <div>
              <bdi>{pc.name}</bdi>
              {pc.isSelf && <span className="muted"> · {t('people.chain.thisPc')}</span>}
              {!pc.isSelf && <div className="muted size-13">{t('people.chain.unconfirmFor')}</div>}
            </div>
            {!pc.isSelf && (
              <span className="push">
                <GuardedButton size="xs" variant="default" guard={may} onClick={() => setGone(pc)}>
                  {t('people.chain.unconfirm')}
                </GuardedButton>
              </span>
            )}
          </div>
        ))}
      </div>
      {gone && (
        <ChainAct
          title={t('people.chain.unconfirm')}
          action={t('people.chain.unconfirmAction')}
          text={t('people.chain.unconfirmText', { pc: gone.name })}
          ask={({ pin }) => call('chainPeople.confirmPc', { code: gone.id, confirmed: false, pin })}
          onDone={onState}
          onClose={() => setGone(null)}
        />
      )}
    </section>
  );
}

type Open = 'begin' | 'take' | 'confirm' | 'leave';

function OpenDialog({
  open,
  onState,
  onClose,
}: {
  open: Open;
  onState: Props['onState'];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const dialog = {
    title: t(`people.chain.${open}`),
    action: t(`people.chain.${open}Action`),
    text: t(`people.chain.${open}Text`),
    onDone: onState,
    onClose,
  };
  switch (open) {
    case 'begin':
      return <ChainAct {...dialog} ask={({ pin }) => call('chainPeople.begin', { pin })} />;
    case 'take':
      return (
        <ChainAct
          {...dialog}
          codeLabel={t('people.chain.code')}
          ask={(typed) => call('chainPeople.take', typed)}
        />
      );
    case 'confirm':
      return (
        <ChainAct
          {...dialog}
          codeLabel={t('people.chain.pcCode')}
          ask={(typed) => call('chainPeople.confirmPc', { ...typed, confirmed: true })}
        />
      );
    case 'leave':
      return <ChainAct {...dialog} ask={({ pin }) => call('chainPeople.leave', { pin })} />;
  }
}

export function ChainSettings({ state, onState }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Open | null>(null);
  const { kind } = state;
  if (kind === 'none') return null;
  return (
    <section className="card stack-12" aria-label={t('people.chain.title')}>
      <h2 className="card-title">{t('people.chain.title')}</h2>
      <p className="muted size-13 flush">{t('people.chain.text')}</p>
      {state.problem && <ErrorNotice error={state.problem} />}
      {kind !== 'on' && <p className="flush">{t(`people.chain.${kind}`)}</p>}
      {(kind === 'on' || kind === 'there') && <Facts {...state} />}
      {kind === 'on' && <ConfirmedPcs state={state} onState={onState} onConfirm={() => setOpen('confirm')} />}
      {kind === 'empty' && (
        <Group mt={8}>
          <Button variant="default" onClick={() => setOpen('begin')}>
            {t('people.chain.begin')}
          </Button>
        </Group>
      )}
      {kind === 'there' && (
        <Group mt={8}>
          <Button variant="default" onClick={() => setOpen('take')}>
            {t('people.chain.take')}
          </Button>
        </Group>
      )}
      {(kind === 'on' || kind === 'elsewhere') && (
        <div className="person-row">
          <div className="muted size-13">{t('people.chain.leaveFor')}</div>
          <span className="push">
            <Button size="xs" variant="default" color="red" c="var(--bad)" onClick={() => setOpen('leave')}>
              {t('people.chain.leave')}
            </Button>
          </span>
        </div>
      )}
      {open && <OpenDialog open={open} onState={onState} onClose={() => setOpen(null)} />}
    </section>
  );
}
