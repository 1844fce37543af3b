/** A button for a money action: off with its reason when money cannot be moved now. */
import { Button, Tooltip, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { MayMove } from '../app-store.ts';

type GuardedProps = ButtonProps & { guard: MayMove; onClick: () => void; children: ReactNode };

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
