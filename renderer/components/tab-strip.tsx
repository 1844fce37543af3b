/** The tabs in the head of a page. In a narrow window they are one line that scrolls, with the chosen one in view. */
import { SegmentedControl, type SegmentedControlProps } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useIsNarrow } from './is-narrow.ts';

export function TabStrip<Value extends string>(props: SegmentedControlProps<Value>) {
  const { value } = props;
  const isNarrow = useIsNarrow();
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = strip.current?.querySelector('input:checked')?.parentElement;
    if (isNarrow) chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isNarrow, value]);
  return (
    <div ref={strip} className="tab-strip">
      <SegmentedControl {...props} />
    </div>
  );
}
