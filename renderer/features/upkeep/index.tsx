/** Lists that keep themselves up to date: what is said of it, and its settings. */
export { UpkeepStrip } from './strip.tsx';
export { UpkeepSettings } from './upkeep-settings.tsx';
