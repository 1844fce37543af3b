/** Whether the window has room for what a page leaves out at 1280 pixels. */
import { useMediaQuery } from '@mantine/hooks';

export const useIsWide = (): boolean =>
  useMediaQuery('(min-width: 1600px)', undefined, { getInitialValueInEffect: false });
