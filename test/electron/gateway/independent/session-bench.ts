/** What the tests of sessions share: a request with every field of §2.1, and the client's calls. */
import type { SessionRequest } from '#electron/gateway/endpoints/sessions.ts';
import { bench, money } from './client.ts';

export const REQUEST: SessionRequest = {
  amount: money(12_550n),
  order: 'WEB-1001',
  merchantId: 'MID-7-100',
  expireAtMs: Date.UTC(2026, 2, 3, 12, 30, 0, 250),
  maxFailureAttempts: 4,
  paymentType: 'credit',
  merchantRedirect: 'https://shop.example.com/done?x=1&y=ü',
  display: 'en',
  type: 'one-time',
  allowedMethods: ['card', 'wallet'],
  redirectMethod: null,
  iframeBackgroundColor: '#ffffff',
  metaData: { cart: 'C-1', displayNotes: { gift: 'yes' } },
  failureRedirect: false,
  brandColor: '#003366',
  defaultMethod: 'card',
  description: 'كتب مدرسية',
  manualCapture: false,
  customer: { email: 'mona@example.com', reference: 'customer-9' },
  saveCard: 'optional',
  retrieveSavedCard: true,
  interactionSource: 'ECOMMERCE',
  enable3DS: true,
  serverWebhook: 'https://shop.example.com/events',
  notes: 'leave at the door',
};

export async function withSessions(...given: Parameters<typeof bench>) {
  const made = await bench(...given);
  return { ...made, sessions: made.client.sessions };
}
