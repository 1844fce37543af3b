/** The address where a customer pays comes from the gateway: it is a link only if the browser may have it. */
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';

Object.assign(globalThis, {
  location: { hash: '#/payments/checkouts' },
  window: { closeout: { invoke: () => new Promise(() => {}), subscribe: () => () => undefined } },
});
const { ToPay } = await import('#renderer/features/checkouts/to-pay.tsx');

const linksOf = (address: string) =>
  [
    ...renderToStaticMarkup(
      <MantineProvider>
        <ToPay address={address} />
      </MantineProvider>,
    ).matchAll(/href="([^"]*)"/g),
  ].map(([, href]) => href);

it.each(['https://pay.example/a', 'http://127.0.0.1:4711/pay/1'])('%s is a link', (address) => {
  expect(linksOf(address)).toEqual([address]);
});

it.each([
  'http://pay.example/a',
  'https://pay.example@evil.example/',
  'javascript:alert(1)',
  'file://server/share/a.exe',
])('%s is text only', (address) => {
  expect(linksOf(address)).toEqual([]);
});
