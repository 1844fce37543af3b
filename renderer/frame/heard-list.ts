/**
 * What Ctrl+K shows, as a screen reader hears it: a field with a list of choices in named groups, and which choice is the chosen
 * one. Mantine's Spotlight draws buttons and marks the chosen one in the page by itself, so the roles follow the page.
 */
import { useSpotlight } from '@mantine/spotlight';
import { useLayoutEffect } from 'react';
import { paletteStore } from './found.tsx';

const LIST = 'palette-list';

/** Spotlight draws the name of a group by a style only: `'Orders'`. */
const nameOf = (group: HTMLElement): string =>
  group.style.getPropertyValue('--spotlight-label').trim().slice(1, -1).replaceAll(/\\(.)/g, '$1');

function hear(list: HTMLElement): string | null {
  for (const group of list.querySelectorAll<HTMLElement>('.mantine-Spotlight-actionsGroup')) {
    group.setAttribute('role', 'group');
    group.setAttribute('aria-label', nameOf(group));
  }
  let chosen: string | null = null;
  for (const [at, option] of list.querySelectorAll('[data-action]').entries()) {
    const isChosen = option.hasAttribute('data-selected');
    option.id = `${LIST}-${at}`;
    option.setAttribute('aria-selected', String(isChosen));
    if (isChosen) chosen = option.id;
  }
  return chosen;
}

function hearPalette(name: string): void {
  const field = document.querySelector('input.mantine-Spotlight-search');
  const list = document.getElementById(LIST);
  const chosen = list && hear(list);
  field?.closest('[role=dialog]')?.setAttribute('aria-label', name);
  field?.setAttribute('aria-expanded', String(list !== null));
  if (chosen) field?.setAttribute('aria-activedescendant', chosen);
  else field?.removeAttribute('aria-activedescendant');
}

/** While the palette is open, gives its parts their roles. It follows the page: the store does not tell which row is chosen. */
export function useHeardList(name: string): void {
  const { opened } = useSpotlight(paletteStore);
  useLayoutEffect(() => {
    if (!opened) return;
    hearPalette(name);
    const observer = new MutationObserver(() => hearPalette(name));
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-selected'] });
    return () => observer.disconnect();
  }, [opened, name]);
}

export const heardField = {
  role: 'combobox',
  'aria-autocomplete': 'list',
  'aria-controls': LIST,
  'aria-expanded': false,
} as const;
export const heardList = (name: string) => ({ id: LIST, role: 'listbox', 'aria-label': name });
export const HEARD_CHOICE = { role: 'option' } as const;
