/** A labelled figure: the label small above, what it says below. */
import type { ReactNode } from 'react';

type FactProps = {
  label: ReactNode;
  children: ReactNode;
  /** Its part in the calculation beside it: a term, or the result of the terms. */
  term?: 'part' | 'sum';
};

export const Fact = ({ label, children, term }: FactProps) => (
  <div className="fact" data-term={term}>
    <div className="fact-label">{label}</div>
    <div>{children}</div>
  </div>
);
