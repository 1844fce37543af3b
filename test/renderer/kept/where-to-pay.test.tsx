/** Where the customer of a bill pays: its address can be copied where this PC has it, and else the page says why not. */
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';

Object.assign(globalThis, {
  location: { hash: '#/billing/invoices' },
  window: { closeout: { invoke: () => new Promise(() => {}), subscribe: () => () => undefined } },
});
const { WhereToPay } = await import('#renderer/features/kept/where-to-pay.tsx');

const shown = (made: Parameters<typeof WhereToPay>[0]['made']) =>
  renderToStaticMarkup(
    <MantineProvider>
      <WhereToPay name="invoices" made={made} />
    </MantineProvider>,
  );

it('an address that was kept is shown and can be copied', () => {
  const page = shown({ address: 'https://pay.example/invoice/PR-000006', lines: [] });
  expect(page).toContain('https://pay.example/invoice/PR-000006');
  expect(page).toContain('checkouts.pay.copy');
  expect(page).not.toContain('kept.whereToPay.next');
});

it('a bill that was made elsewhere, and one of which no address was named, say so', () => {
  expect(shown(null)).toContain('kept.whereToPay.elsewhere.invoices');
  expect(shown({ address: null, lines: [] })).toContain('kept.whereToPay.unnamed.invoices');
  expect(shown(null)).not.toContain('checkouts.pay.copy');
});
