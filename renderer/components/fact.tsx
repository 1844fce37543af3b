/** A labelled figure: the label small above, what it says below. */
import type { ReactNode } from 'react';

export const Fact = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div className="fact">
    <div className="fact-label">{label}</div>
    <div>{children}</div>
  </div>
);
