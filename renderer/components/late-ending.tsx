/** The ending of a movement whose dialog was left: shown beside the page until somebody has read it. */
import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCheck, IconClockPause, IconHandStop, IconQuestionMark } from '@tabler/icons-react';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { navigate } from 'wouter/use-hash-location';
import type { Operation } from '#shared/contract/operations.ts';
import { endingOf, isDone, type MovementKind } from '#shared/domain/operation.ts';
import { movementError, type AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import { useLocale } from '../app-store.ts';
import { useErrorText } from './error-notice.tsx';
import { TotalsText } from './money-text.tsx';

function Title({ kind, state }: Pick<Operation, 'kind' | 'state'>) {
  const { t } = useTranslation();
  const words = { what: t(`operations.kind.${kind}`), state: t(`operations.state.${state}`) };
  return <>{t('operations.late.title', words)}</>;
}

function OpenLink({ href, label, id }: { href: string; label: string; id: string }) {
  const open = () => {
    notifications.hide(id);
    navigate(href);
  };
  return (
    <Anchor component="button" type="button" size="sm" onClick={open}>
      {label}
    </Anchor>
  );
}

export function Ending({ operation, id }: { operation: Operation; id: string }) {
  const { t } = useTranslation();
  const { language } = useLocale();
  const errorText = useErrorText();
  const { error, messages, totals, kind, state } = operation;
  const said = (language === 'ar' ? messages?.ar : messages?.en) ?? messages?.en ?? null;
  const ours = state === 'REFUSED' || state === 'NOT_SENT' ? error : null;
  const why = said ?? (ours && errorText(ours).title);
  return (
    <>
      <div>
        <TotalsText totals={totals} movement={kind} strong />
      </div>
      {why !== null && <div>{why}</div>}
      {!isDone(state) && <div>{t(`operations.about.${state}`)}</div>}
      <OpenLink href={`/operations/${operation.opId}`} label={t('operations.open')} id={id} />
    </>
  );
}

function NoOperation({ error, id }: { error: AppError; id: string }) {
  const { t } = useTranslation();
  const { title, next } = useErrorText()(error);
  // No answer of the core at all: what it did is in its journal.
  if (error.kind !== 'internal') return <>{`${title} ${next}`}</>;
  return (
    <>
      <div>{t('app.movement.found')}</div>
      <OpenLink href="/operations" label={t('app.nav.operations')} id={id} />
    </>
  );
}

const look = (state: Operation['state']) => {
  switch (endingOf(state)) {
    case 'done':
      return { color: 'var(--good)', icon: <IconCheck size={18} /> };
    case 'not-done':
      return { color: 'var(--ink-2)', icon: <IconClockPause size={18} /> };
    case 'unknown':
      return { color: 'var(--unknown)', icon: <IconQuestionMark size={18} /> };
    case 'refused':
    case 'not-sent':
      return { color: 'var(--bad)', icon: <IconHandStop size={18} /> };
  }
};
const stays = () => ({
  autoClose: false,
});

export function tellEnding(operation: Operation): void {
  const id = `ending ${operation.opId}`;
  notifications.show({
    ...stays(),
    ...look(operation.state),
    id,
    title: <Title {...operation} />,
    message: <Ending operation={operation} id={id} />,
  });
}

type Late = Result<{ operation: Operation } | { kind: 'set-changed' }>;

/** Tells the answer to a confirmation whose dialog was left. */
export function tellLate(kind: MovementKind, answer: Late): void {
  if (answer.ok && 'operation' in answer.value) return tellEnding(answer.value.operation);
  const error = answer.ok ? movementError('set-changed') : answer.error;
  const state = error.kind === 'internal' ? 'UNKNOWN' : 'NOT_SENT';
  const id = crypto.randomUUID();
  notifications.show({
    ...stays(),
    ...look(state),
    id,
    title: <Title kind={kind} state={state} />,
    message: <NoOperation error={error} id={id} />,
  });
}

/** Answers true once the dialog that uses this hook has been left. */
export function useIsLeft(): () => boolean {
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return useCallback(() => !here.current, []);
}
