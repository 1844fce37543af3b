/** An empty list: its subject, the reason why it is empty, and the one thing to do. */
import type { ReactNode } from 'react';

type EmptyProps = { icon: ReactNode; title: string; text: string; action?: ReactNode };

export const EmptyState = ({ icon, title, text, action }: EmptyProps) => (
  <div className="empty">
    {icon}
    <h2>{title}</h2>
    <p>{text}</p>
    {action}
  </div>
);
