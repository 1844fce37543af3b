/** A button that is off with its reason: money cannot be moved now, or the role does not allow it. */
import { Button, Tooltip, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { MayMove } from '../app-store.ts';

type GuardedProps = ButtonProps & {
  guard: MayMove;
  onClick?: () => void;
  type?: 'button' | 'submit';
  children: ReactNode;
};

export function GuardedButton({ guard, disabled, ...button }: GuardedProps) {
  const off = disabled === true || !guard.allowed;
  return (
    <Tooltip label={guard.allowed ? '' : guard.reason} disabled={guard.allowed}>
      <span>
        <Button {...button} disabled={off} />
      </span>
    </Tooltip>
  );
}
