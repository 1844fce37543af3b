/** Details, on the end side. */
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type DrawerProps = { opened: boolean; onClose: () => void; title: ReactNode; children: ReactNode };

export function SideDrawer({ opened, onClose, title, children }: DrawerProps) {
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
    </Drawer>
  );
}
