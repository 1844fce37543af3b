/** What a person can do with the listed webhooks: make, change, pause, try and delete them. */
import { useHotkeys } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import type { KeptRow } from '#shared/contract/kept.ts';
import type { Changed } from '#shared/contract/making.ts';
import { LEGACY_WEBHOOK, webhookModes, WEBHOOKS_PER_MODE } from '#shared/domain/webhook.ts';
import { call } from '../../api/client.ts';
import { useCanMoveMoney, useLocale } from '../../app-store.ts';
import { onKeptList, useAskedAgain } from '../../components/asked-again.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { formatCount } from '../../i18n/format.ts';
import { DeleteDialog } from '../making/index.tsx';
import { TestWebhook } from './test-webhook.tsx';
import { useModeWord } from './mode-word.ts';
import { ChangeWebhookDialog, NewWebhookDialog } from './webhook-dialogs.tsx';
import './webhooks.css';

export { useModeWord } from './mode-word.ts';

type Room = OutputOf<'webhooks.room'>;

const askRoom = () => call('webhooks.room', {});
const onList = onKeptList('webhooks');
/** How many webhooks each mode has; null until that was asked. */
const useRoom = (): Room | null => useAskedAgain(askRoom, onList);
const fullModes = (room: Room | null) =>
  webhookModes.filter((mode) => room !== null && room[mode] >= WEBHOOKS_PER_MODE);

/** With so few places left or fewer, the headline says how many each mode has left. */
const FEW = 1;

/** How many webhooks each mode can still take, once one of them is nearly full. */
export function WebhookRoom() {
  const { t } = useTranslation();
  const locale = useLocale();
  const room = useRoom();
  const modeWord = useModeWord();
  if (room === null) return null;
  const spaceIn = (mode: keyof Room) => Math.max(0, WEBHOOKS_PER_MODE - room[mode]);
  if (webhookModes.every((mode) => spaceIn(mode) > FEW)) return null;
  const left = (mode: keyof Room) => formatCount(spaceIn(mode), locale);
  return t('webhooks.room', { test: left('test'), live: left('live'), liveName: modeWord('live') });
}

export function NewWebhook({ onMade }: { onMade: (key: string) => void }) {
  const { t } = useTranslation();
  const may = useCanMoveMoney('integration');
  const room = useRoom();
  const full = fullModes(room);
  const isFull = full.length === webhookModes.length;
  const guard = may.allowed && isFull ? { allowed: false as const, reason: t('webhooks.full') } : may;
  const [isNew, setNew] = useState(false);
  useHotkeys([['N', () => guard.allowed && setNew(true), { usePhysicalKeys: true }]]);
  return (
    <>
      <GuardedButton guard={guard} leftSection={<IconPlus size={16} />} onClick={() => setNew(true)}>
        {t('webhooks.new')}
      </GuardedButton>
      {isNew && (
        <NewWebhookDialog
          full={full}
          onClose={() => setNew(false)}
          onMade={(key) => {
            setNew(false);
            onMade(key);
          }}
        />
      )}
    </>
  );
}

type PauseProps = { row: KeptRow; isActive: boolean; onClose: () => void; onDone: (ending: Changed) => void };

/** Pausing, and switching it on again. */
function Pause({ row: { key }, isActive, onClose, onDone }: PauseProps) {
  const { t } = useTranslation();
  const act = isActive ? 'pause' : 'resume';
  const save = async () => {
    const answer = await call('webhooks.change', { key, change: { isActive: !isActive } });
    if (!answer.ok) return answer.error;
    onDone(answer.value.ending);
    return null;
  };
  return (
    <FormDialog
      title={t(`webhooks.${act}.title`)}
      action={t(`webhooks.${act}.title`)}
      ready
      onSave={save}
      onClose={onClose}
    >
      <p>{t(`webhooks.${act}.consequence`)}</p>
    </FormDialog>
  );
}

type Open = 'change' | 'pause' | 'delete' | null;

/** `isUntried`: nothing was delivered to it yet. */
export function WebhookActs({ row, isUntried }: { row: KeptRow; isUntried: boolean }) {
  const { t } = useTranslation();
  const guard = useCanMoveMoney('integration');
  const full = fullModes(useRoom());
  const [open, setOpen] = useState<Open>(null);
  const [ending, setEnding] = useState<Changed | null>(null);
  const { key, cells, isGone } = row;
  const name = cells.webhook?.is === 'text' ? cells.webhook.text : key;
  const isActive = cells.webhookState?.is === 'text' && cells.webhookState.text === 'active';
  const close = () => setOpen(null);
  const done = (value: Changed) => {
    setEnding(value);
    close();
  };
  return (
    <>
      {name === LEGACY_WEBHOOK && <p className="told flush muted size-13">{t('webhooks.legacy')}</p>}
      {ending === 'not-known' && (
        <div className="told banner" data-tone="unknown" role="status">
          {t('webhooks.notKnown')}
        </div>
      )}
      {!isGone && (
        <>
          <TestWebhook key={key} webhookKey={key} guard={guard} isNext={isUntried} />
          <GuardedButton guard={guard} variant="default" onClick={() => setOpen('change')}>
            {t('webhooks.changeAct')}
          </GuardedButton>
          <GuardedButton guard={guard} variant="default" onClick={() => setOpen('pause')}>
            {t(`webhooks.${isActive ? 'pause' : 'resume'}.action`)}
          </GuardedButton>
          <GuardedButton
            guard={guard}
            variant="subtle"
            color="red"
            className="act-away"
            onClick={() => setOpen('delete')}
          >
            {t('webhooks.delete.title')}
          </GuardedButton>
        </>
      )}
      {open === 'change' && <ChangeWebhookDialog row={row} full={full} onClose={close} onDone={done} />}
      {open === 'pause' && <Pause row={row} isActive={isActive} onClose={close} onDone={done} />}
      {open === 'delete' && (
        <DeleteDialog
          title={t('webhooks.delete.title')}
          consequence={t(isActive ? 'webhooks.delete.inUse' : 'webhooks.delete.consequence')}
          name={name}
          send={(typed, authorization) => call('webhooks.delete', { key, typed, authorization })}
          onClose={close}
        />
      )}
    </>
  );
}
