/** The use cases of credentials: Payment API keys, and the addresses that the gateway allows. */
import type { ProfileContext } from '../context.ts';
import { createAddresses } from './addresses.ts';
import { createKeys, type CredentialNeeds } from './keys.ts';

export const createCredentialService = (context: ProfileContext, needs: CredentialNeeds) => ({
  ...createKeys(context, needs),
  ...createAddresses(context, needs),
});
