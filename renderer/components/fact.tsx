/** A labelled figure: the label small above, what it says below. */
import type { ReactNode } from 'react';

type FactProps = {
  label: ReactNode;
  children: ReactNode;
  /** Of a calculation beside it: a term, or what the terms come to. */
  term?: 'part' | 'sum';
};

export const Fact = ({ label, children, term }: FactProps) => (
  <div className="fact" data-term={term}>
    <div className="fact-label">{label}</div>
    <div>{children}</div>
  </div>
);
