/** A payment as the person who asks may see it: without the right `customers`, a phone or an email of its customer is masked. */
import type { Payment } from '#shared/contract/payments.ts';
import { maskContacts } from '#shared/text/contacts.ts';

export const paymentFor = (payment: Payment, seesContacts: boolean): Payment =>
  seesContacts ? payment : { ...payment, customer: payment.customer && maskContacts(payment.customer) };
