/** Who may do what: the one table. The core enforces it (electron/services/people/guard.ts), the window only shows it. */
import type { MovementKind } from './operation.ts';

export const roles = ['viewer', 'cashier', 'manager', 'finance', 'administrator'] as const;
export type Role = (typeof roles)[number];

export const rights = [
  'see', // every list and figure that is on this PC, and reading settlement again
  'terminals.read', // ask the gateway for a terminal's transactions
  'terminals.manage',
  'acknowledge',
  'reverse',
  'instant-settle',
  'order-movements', // refund, void, capture, reversal of what was bought to pay later
  'bill', // make and abandon checkouts
  'customers', // without it their phones and emails are masked
  'catalogue', // make, change and delete products and categories
  'saved-cards', // charge and delete saved cards
  'payouts',
  'integration', // make, change, test and delete webhooks, and have deliveries sent again
  'credentials', // make and delete Payment API keys, and change the addresses that the gateway allows
  'operations.check',
  'operations.resolve',
  'close.count',
  'close.see-expected', // without it the count is blind
  'close.confirm',
  'close.reopen',
  'approve', // be the second person
  'reconcile', // enter deposits, match
  'words.say', // what a word of the gateway means
  'settings.app', // when it locks, and the limits
  'settings.profiles',
  'settings.people',
  'activity.export',
  'activity.accept', // take a record that does not verify as it is
] as const;
export type Right = (typeof rights)[number];

const cashier: readonly Right[] = [
  'see',
  'terminals.read',
  'acknowledge',
  'reverse',
  'operations.check',
  'close.count',
  'bill',
];

export const rightsOf: Readonly<Record<Role, readonly Right[]>> = {
  viewer: ['see'],
  cashier,
  manager: [
    ...cashier,
    'terminals.manage',
    'operations.resolve',
    'close.see-expected',
    'close.confirm',
    'close.reopen',
    'order-movements', // the customer stands in their shop
    'customers',
    'catalogue',
    'approve',
    'words.say',
    'activity.export',
  ],
  finance: [
    'see',
    'operations.check',
    'operations.resolve',
    'instant-settle',
    'order-movements',
    'bill',
    'customers',
    'saved-cards',
    'payouts',
    'approve',
    'reconcile',
    'close.see-expected',
    'activity.export',
  ],
  administrator: rights,
};

export const mayDo = (role: Role, right: Right): boolean => rightsOf[role].includes(right);

/** The right that a movement of this kind asks for, also when it is sent again. */
export const rightOfKind: Readonly<Record<MovementKind, Right>> = {
  reversal: 'reverse',
  acknowledgement: 'acknowledge',
  'instant-settlement': 'instant-settle',
  refund: 'order-movements',
  void: 'order-movements',
  capture: 'order-movements',
  payout: 'payouts',
  'payout-batch': 'payouts',
  charge: 'saved-cards',
  'order-reversal': 'order-movements',
};
