/** Facts as they are shown: a figure below its label, or a row of a list of facts. */
import type { ReactNode } from 'react';

type FactProps = {
  label: ReactNode;
  children: ReactNode;
  /** Its part in the calculation beside it: a term, or the result of the terms. */
  term?: 'part' | 'sum' | undefined;
};

export const Fact = ({ label, children, term }: FactProps) => (
  <div className="fact" data-term={term}>
    <div className="fact-label">{label}</div>
    <div>{children}</div>
  </div>
);

/** One row of a `dl` of facts: its name, and what it says. */
export const FactRow = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);
