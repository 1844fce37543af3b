/** The sections of the app, in the order of the side bar and of Alt and a number. `rule`: a line before it. */
import {
  IconArrowsExchange,
  IconBolt,
  IconBuildingBank,
  IconCashRegister,
  IconDeviceMobileDollar,
  IconHistory,
  IconScale,
  IconSettings,
  IconSun,
} from '@tabler/icons-react';

export const sections = [
  { path: '/today', key: 'app.nav.today', icon: IconSun, rule: false },
  { path: '/terminals', key: 'app.nav.terminals', icon: IconDeviceMobileDollar, rule: false },
  { path: '/operations', key: 'app.nav.operations', icon: IconArrowsExchange, rule: false },
  { path: '/close', key: 'app.nav.close', icon: IconCashRegister, rule: false },
  { path: '/settlement', key: 'app.nav.settlement', icon: IconBuildingBank, rule: true },
  { path: '/reconcile', key: 'app.nav.reconcile', icon: IconScale, rule: false },
  { path: '/instant', key: 'app.nav.instant', icon: IconBolt, rule: false },
  { path: '/activity', key: 'app.nav.activity', icon: IconHistory, rule: true },
  { path: '/settings', key: 'app.nav.settings', icon: IconSettings, rule: false },
] as const;
