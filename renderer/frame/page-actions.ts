/** What can be done on the page that is open: its buttons, links, fields and choices, by the names that they have on it. */
export type PageAction = { name: string; run: () => void };

/** Rows and cards have acts of their own: their names say nothing without the row. */
const OF_A_ROW = 'td, th, li, .ag-root-wrapper, [role="listbox"], [aria-hidden="true"]';
const ACTS = 'button, a[href], input';

const textOf = (one: Element): string => (one.textContent ?? '').replace(/\s+/g, ' ').trim();

function nameOf(one: HTMLElement): string {
  const label = one.getAttribute('aria-label');
  if (label !== null) return label;
  if (!(one instanceof HTMLInputElement)) return textOf(one.querySelector('.mantine-Button-label') ?? one);
  const own = one.labels?.[0] ? textOf(one.labels[0]) : '';
  const group = one.closest('[role="radiogroup"]')?.getAttribute('aria-label');
  return one.type === 'radio' && group ? `${group}: ${own}` : own;
}

const canBeUsed = (one: HTMLElement): boolean =>
  one.checkVisibility() && !one.matches(':disabled, [data-disabled], [aria-disabled="true"], [type="file"]');

/** A field gets the focus; anything else is pressed. */
function act(one: HTMLElement): void {
  one.focus();
  if (!(one instanceof HTMLInputElement) || one.type === 'radio' || one.type === 'checkbox') one.click();
}

/** In the order of the page. Two of one name cannot be told apart and are left out. */
export function pageActions(page: ParentNode): PageAction[] {
  const all = [...page.querySelectorAll<HTMLElement>(ACTS)].filter(
    (one) => one.closest(OF_A_ROW) === null && canBeUsed(one),
  );
  const named = all.map((one) => ({ name: nameOf(one), one })).filter(({ name }) => name !== '');
  return named
    .filter(({ name }) => named.filter((other) => other.name === name).length === 1)
    .map(({ name, one }) => ({ name, run: () => act(one) }));
}
