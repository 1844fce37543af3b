/** The places of the app: their group in the side bar, and their key. A new place is one line here, its text and its route. */
import {
  IconArrowsExchange,
  IconBolt,
  IconBuildingBank,
  IconCashRegister,
  IconCreditCard,
  IconDeviceMobileDollar,
  IconFileInvoice,
  IconHistory,
  IconReceiptTax,
  IconScale,
  IconSend,
  IconSettings,
  IconSun,
  IconTags,
  IconWebhook,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import { keptTabNames, keptTabs } from '#shared/domain/kept-tabs.ts';
import type { Right, Role } from '#shared/domain/rights.ts';

/** In the order of the side bar. */
export const groups = ['shop', 'sell', 'money', 'set-up'] as const;

export type Group = (typeof groups)[number];

/**
 * Alt and a digit belong to the first nine places for good: nobody learns them anew when a place comes. A later one has `G`
 * and then a letter.
 */
type PlaceKey = `Digit${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}` | `Key${'P' | 'B' | 'C' | 'K' | 'O' | 'R' | 'I'}`;

type Tab = { path: `/${string}`; text: string };

export type Place = {
  path: `/${string}`;
  text: string;
  icon: Icon;
  group: Group;
  code: PlaceKey;
  /** Whose bar it does not stand in by itself: it waits under More. */
  underMore?: readonly Role[];
  /** The right of what is done there. Without it the place can only be looked at. */
  right?: Right;
  /** The operation of the gateway without which there is nothing in the place. */
  needs?: string;
  /** The tabs of the place, its own page first. The keys [ and ] go from one to the next. */
  tabs?: readonly Tab[];
};

const isBelow = (path: string, of: string): boolean => path === of || path.startsWith(`${of}/`);

/** Adds the tabs of kept lists whose address is below the place. */
function withKeptLists(place: Place): Place {
  const kept = keptTabNames
    .filter((tab) => isBelow(keptTabs[tab], place.path))
    .map((tab) => ({ path: keptTabs[tab], text: `kept.tab.${tab}` }));
  const tabs = [...kept, ...(place.tabs ?? [])];
  return tabs.length > 1 ? { ...place, tabs } : place;
}

const described: readonly Place[] = [
  { path: '/today', text: 'app.nav.today', icon: IconSun, group: 'shop', code: 'Digit1' },
  {
    path: '/terminals',
    text: 'app.nav.terminals',
    icon: IconDeviceMobileDollar,
    group: 'shop',
    code: 'Digit2',
    underMore: ['finance'],
    right: 'terminals.read',
  },
  {
    path: '/operations',
    text: 'app.nav.operations',
    icon: IconArrowsExchange,
    group: 'shop',
    code: 'Digit3',
  },
  {
    path: '/close',
    text: 'app.nav.close',
    icon: IconCashRegister,
    group: 'shop',
    code: 'Digit4',
    underMore: ['finance'],
    right: 'close.count',
  },
  {
    path: '/payments',
    text: 'app.nav.payments',
    icon: IconCreditCard,
    group: 'sell',
    code: 'KeyP',
    tabs: [
      { path: '/payments', text: 'payments.tab' },
      { path: '/payments/checkouts', text: 'checkouts.title' },
      { path: '/payments/cards', text: 'savedCards.title' },
    ],
  },
  {
    path: '/billing',
    text: 'app.nav.billing',
    icon: IconFileInvoice,
    group: 'sell',
    code: 'KeyB',
    underMore: ['viewer'],
    right: 'bill',
  },
  {
    path: '/customers',
    text: 'app.nav.customers',
    icon: IconUsers,
    group: 'sell',
    code: 'KeyC',
    underMore: ['viewer', 'cashier'],
    right: 'customers',
  },
  {
    path: '/catalogue',
    text: 'app.nav.catalogue',
    icon: IconTags,
    group: 'sell',
    code: 'KeyK',
    underMore: ['viewer', 'cashier', 'finance'],
    right: 'catalogue',
  },
  {
    path: '/settlement',
    text: 'app.nav.settlement',
    icon: IconBuildingBank,
    group: 'money',
    code: 'Digit5',
    underMore: ['cashier'],
    tabs: [
      { path: '/settlement', text: 'settlement.tabs.windows' },
      { path: '/settlement/settled', text: 'settlement.tabs.settled' },
      { path: '/settlement/figures', text: 'settlement.tabs.figures' },
    ],
  },
  {
    path: '/reconcile',
    text: 'app.nav.reconcile',
    icon: IconScale,
    group: 'money',
    code: 'Digit6',
    underMore: ['cashier', 'manager'],
    right: 'reconcile',
  },
  {
    path: '/instant',
    text: 'app.nav.instant',
    icon: IconBolt,
    group: 'money',
    code: 'Digit7',
    underMore: ['cashier', 'manager'],
    right: 'instant-settle',
    needs: 'instant-settlement.eligible',
  },
  {
    path: '/transfers',
    text: 'app.nav.transfers',
    icon: IconSend,
    group: 'money',
    code: 'KeyO',
    underMore: ['viewer', 'cashier', 'manager'],
    right: 'payouts',
    tabs: [{ path: '/transfers/recipients', text: 'transfers.recipients.tab' }],
  },
  { path: '/activity', text: 'app.nav.activity', icon: IconHistory, group: 'set-up', code: 'Digit8' },
  {
    path: '/rates',
    text: 'app.nav.rates',
    icon: IconReceiptTax,
    group: 'set-up',
    code: 'KeyR',
    underMore: ['viewer', 'cashier', 'manager'],
  },
  {
    path: '/integration',
    text: 'app.nav.integration',
    icon: IconWebhook,
    group: 'set-up',
    code: 'KeyI',
    underMore: ['viewer', 'cashier', 'manager', 'finance'],
    right: 'integration',
    tabs: [
      { path: '/integration/check', text: 'signature.tab' },
      { path: '/integration/keys', text: 'credentials.tab.keys' },
      { path: '/integration/addresses', text: 'credentials.tab.addresses' },
    ],
  },
  { path: '/settings', text: 'app.nav.settings', icon: IconSettings, group: 'set-up', code: 'Digit9' },
];
const withLists = described.map(withKeptLists);

/** In the order of the side bar. */
export const places: readonly Place[] = groups.flatMap((group) =>
  withLists.filter((one) => one.group === group),
);

/** The key as it is written: `Alt+4`, `G P`. */
export const keyText = (code: PlaceKey): string =>
  code.startsWith('Digit') ? `Alt+${code.slice(5)}` : `G ${code.slice(3)}`;

/** The tab that shows this address, and the other tabs of the place; null if the place has none. */
export function tabOf(
  path: string,
  all: readonly Place[] = withLists,
): { tab: Tab; tabs: readonly Tab[] } | null {
  const tabs = all.find((one) => isBelow(path, one.path))?.tabs;
  // The longest address wins: all tabs are below the address of the first one.
  const tab = tabs
    ?.filter((one) => isBelow(path, one.path))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
  return tabs && tab ? { tab, tabs } : null;
}
