/** Checkouts as the person who asks may see them: without the right `customers`, phones and emails are masked. */
import type { Checkout, CheckoutDetail } from '#shared/contract/checkouts.ts';
import { maskContacts } from '#shared/text/contacts.ts';

const masked = (text: string | null): string | null => text && maskContacts(text);

/** A description is free text, in which a phone may stand, too. */
const withoutContacts = (checkout: Checkout): Checkout => ({
  ...checkout,
  customer: masked(checkout.customer),
  description: masked(checkout.description),
});

export function shownTo(seesContacts: () => boolean) {
  const checkout = (one: Checkout): Checkout => (seesContacts() ? one : withoutContacts(one));
  return {
    checkout,
    detail: (one: CheckoutDetail): CheckoutDetail => ({ ...one, checkout: checkout(one.checkout) }),
  };
}
