/** The tabs that show the lists. The address of a tab says in which place of the navigation it stands. */
export const keptTabs = {
  customers: '/customers',
  products: '/catalogue',
  categories: '/catalogue/categories',
  discounts: '/catalogue/discounts',
  links: '/billing',
  invoices: '/billing/invoices',
  bulk: '/billing/bulk',
  pages: '/billing/pages',
  sent: '/transfers',
  schedules: '/transfers/schedules',
  balances: '/transfers/balances',
  fees: '/rates',
  methods: '/rates/methods',
  lists: '/rates/lists',
  exchange: '/rates/exchange',
  webhooks: '/integration',
  deliveries: '/integration/deliveries',
} as const;
export type KeptTab = keyof typeof keptTabs;
export const keptTabNames = Object.keys(keptTabs) as KeptTab[];
