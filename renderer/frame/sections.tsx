/** The sections of the app, in the order of the side bar and of Alt and a number. */
import {
  IconArrowsExchange,
  IconBolt,
  IconBuildingBank,
  IconDeviceMobileDollar,
  IconHistory,
  IconSettings,
} from '@tabler/icons-react';

export const sections = [
  { path: '/terminals', key: 'app.nav.terminals', icon: IconDeviceMobileDollar },
  { path: '/operations', key: 'app.nav.operations', icon: IconArrowsExchange },
  { path: '/settlement', key: 'app.nav.settlement', icon: IconBuildingBank },
  { path: '/instant', key: 'app.nav.instant', icon: IconBolt },
  { path: '/activity', key: 'app.nav.activity', icon: IconHistory },
  { path: '/settings', key: 'app.nav.settings', icon: IconSettings },
] as const;
