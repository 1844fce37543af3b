/** Credentials at the gateway: Payment API keys, and the addresses that it allows. */
export { AddressesPage } from './addresses-page.tsx';
export { KeysPage } from './keys-page.tsx';
