/** An empty list: its subject, the reason why it is empty, and the one thing to do. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type EmptyProps = { icon: ReactNode; title: string; text: string; action?: ReactNode };

export const EmptyState = ({ icon, title, text, action }: EmptyProps) => (
  <div className="empty">
    {icon}
    <h2>{title}</h2>
    <p>{text}</p>
    {action}
  </div>
);

/** A search or a filter leaves no row. `onClear` takes both away. */
export function NothingFits({ icon, onClear }: { icon: ReactNode; onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={icon}
      title={t('app.list.noneFits')}
      text={t('app.list.clearFilter')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('app.list.clear')}
        </Button>
      }
    />
  );
}
