/** The title of a page inside a place: a link to the place, and after a stroke what this page is. */
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

type CrumbsProps = { href: string; place: string; children: ReactNode };

/** Without `children` the place alone stands there. */
export function Crumbs({ href, place, children }: CrumbsProps) {
  return (
    <span className="crumbs">
      <Anchor component={Link} href={href} inherit c="dimmed" fw={500}>
        {place}
      </Anchor>
      {children && (
        <>
          <span className="muted">/</span>
          {children}
        </>
      )}
    </span>
  );
}
