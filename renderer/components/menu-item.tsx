/** An item of a menu that can be off. Off it does nothing and still takes the focus, so that the keys get past it and its reason is read out. */
import { Menu, type MenuItemProps } from '@mantine/core';

type ItemProps = MenuItemProps & { onClick: () => void };

export function MenuItem({ disabled = false, onClick, ...item }: ItemProps) {
  if (!disabled) return <Menu.Item {...item} onClick={onClick} />;
  return <Menu.Item {...item} aria-disabled closeMenuOnClick={false} />;
}
