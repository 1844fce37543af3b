/** Head office: how it stands, and its part of Settings. */
export { HeadOfficeState } from './band-state.tsx';
export { BrokenPcs } from './broken-pcs.tsx';
export { ClosesLeftOut } from './closes-left-out.tsx';
export { PcChoice } from './pc-choice.tsx';
export { useHeadOffice, useOtherPcs } from './store.ts';
export { HeadOfficeSettings } from './head-office-settings.tsx';
