/** Adds up a calculation from what is shown of it: the text of each term, with its sign, and of each sum. */
import type { ReactNode } from 'react';
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { minorOf } from './shown-minor.ts';

export const markupOf = (node: ReactNode): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <Router ssrPath="/">{node}</Router>
    </MantineProvider>,
  ).replace(/<style[\s\S]*?<\/style>/g, '');

export type ShownTerm = { readonly isSum: boolean; readonly minor: bigint };

/** Reads the terms of one calculation from its markup, in the order of the screen. */
export const termsIn = (markup: string): ShownTerm[] =>
  [...markup.matchAll(/data-term="(sum|part)"[\s\S]*?class="money-number"[^>]*>([\s\S]*?)<\/bdi>/g)].map(
    ([, kind, amount = '']) => ({
      isSum: kind === 'sum',
      minor: minorOf(
        amount.replace(/<span class="money-code">[\s\S]*?<\/span>/g, '').replace(/<[^>]*>/g, ''),
      ),
    }),
  );

/** Each sum that is shown beside what the terms before it come to. */
export function addedUp(terms: readonly ShownTerm[]): { shown: bigint; added: bigint }[] {
  let added = 0n;
  const sums: { shown: bigint; added: bigint }[] = [];
  for (const { isSum, minor } of terms) {
    if (isSum) sums.push({ shown: minor, added });
    added = isSum ? minor : added + minor;
  }
  return sums;
}
