/** A state: icon and word, never colour alone. */
import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'good' | 'late' | 'bad' | 'unknown' | 'accent';

export const StateChip = ({ tone, icon, label }: { tone: Tone; icon: ReactNode; label: string }) => (
  <span className="chip" data-tone={tone}>
    {icon}
    {label}
  </span>
);
