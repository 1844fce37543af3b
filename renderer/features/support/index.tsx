/** Help when something is wrong: diagnostics, safe mode, another place for the data. */
export { MoveData } from './move-data.tsx';
export { SafeMode } from './safe-mode.tsx';
export { SupportSettings } from './support-settings.tsx';
