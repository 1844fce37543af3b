/** What still needs somebody, with its icon: colour alone says nothing. */
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type Props = { children: ReactNode };

export const LateNote = ({ children }: Props) => (
  <p className="chip wraps flush" data-tone="late">
    <IconAlertTriangle size={16} aria-hidden />
    <span>{children}</span>
  </p>
);

/** The name of an amount, as its label or at the head of its row. */
export const LateName = ({ children }: Props) => (
  <span className="late-name">
    <IconAlertTriangle size={14} aria-hidden /> {children}
  </span>
);
