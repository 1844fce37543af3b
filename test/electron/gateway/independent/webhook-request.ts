import type { WebhookRequest } from '#electron/gateway/endpoints/webhooks.ts';

/** A webhook of the address that a receiver stands for in tests. */
export const HOOK: WebhookRequest = {
  name: 'Books',
  url: 'https://hooks.example.com/gateway?x=1',
  headers: { 'X-Shop': 'canary-header-71' },
  events: ['pay', 'refund', 'TRANSFERRED'],
  mode: 'live',
  isActive: true,
};
