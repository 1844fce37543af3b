/** A button that is off with its reason: money cannot be moved now, or the role does not allow it. */
import { Button, Tooltip, type ButtonProps } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import type { MayMove } from '../app-store.ts';

type GuardedProps = ButtonProps & {
  guard: MayMove;
  onClick?: () => void;
  type?: 'button' | 'submit';
  children: ReactNode;
};

/** If a row is too narrow, its texts give way and not its buttons. */
const keepsItsWidth = { flexShrink: 0 };
const doNothing = (event: MouseEvent) => event.preventDefault();

/** Off for a reason it can still be reached, so that the keyboard hears the reason, too. */
export function GuardedButton({ guard, disabled, onClick, ...rest }: GuardedProps) {
  const button = { ...rest, style: [keepsItsWidth, rest.style] };
  return (
    <Tooltip
      label={guard.allowed ? '' : guard.reason}
      disabled={guard.allowed}
      events={{ hover: true, focus: true, touch: true }}
    >
      {guard.allowed ? (
        <Button {...button} disabled={disabled ?? false} {...(onClick && { onClick })} />
      ) : (
        <Button {...button} data-disabled aria-disabled onClick={doNothing} />
      )}
    </Tooltip>
  );
}
