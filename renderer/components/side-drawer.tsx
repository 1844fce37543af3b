/** Details, on the end side. */
import { Drawer } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { usePageMark } from './page-mark.ts';

type DrawerProps = {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  /** What can be done; it stays in sight while the rest scrolls. */
  acts?: ReactNode;
  /** A whole report is in it. */
  wide?: boolean;
  children: ReactNode;
};

type HeldProps = { opened: boolean; children: ReactNode };
/** While the drawer closes it still shows its content, although its row is no longer chosen. */
const Held = memo(
  ({ children }: HeldProps) => children,
  (_before, { opened }) => !opened,
);

export function SideDrawer({ opened, onClose, title, acts, wide = false, children }: DrawerProps) {
  usePageMark('drawer', opened);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={wide ? 680 : 440}
      title={
        <strong className="size-16">
          <Held opened={opened}>{title}</Held>
        </strong>
      }
      overlayProps={{ backgroundOpacity: 0.2 }}
    >
      <Held opened={opened}>
        <div>{children}</div>
        {acts && <footer className="drawer-acts">{acts}</footer>}
      </Held>
    </Drawer>
  );
}
