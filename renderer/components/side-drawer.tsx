/** Details, on the end side. */
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type DrawerProps = {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  /** What can be done; it stays in sight while the rest scrolls. */
  acts?: ReactNode;
  children: ReactNode;
};

export function SideDrawer({ opened, onClose, title, acts, children }: DrawerProps) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={440}
      title={<strong className="size-16">{title}</strong>}
      closeButtonProps={{ 'aria-label': t('app.actions.close') }}
      overlayProps={{ backgroundOpacity: 0.2 }}
    >
      {children}
      {acts && <footer className="drawer-acts">{acts}</footer>}
    </Drawer>
  );
}
