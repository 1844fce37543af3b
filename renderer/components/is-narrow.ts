/** Whether the window is as narrow as the smallest one at 200 % zoom, where heads fold and lines scroll in their own box. */
import { useMediaQuery } from '@mantine/hooks';

export const useIsNarrow = (): boolean =>
  useMediaQuery('(max-width: 760px)', undefined, { getInitialValueInEffect: false });
