/** A page that fails shows what to do, never a blank screen. */
import { Component, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { IconBug } from '@tabler/icons-react';
import { withTranslation, type WithTranslation } from 'react-i18next';
import { EmptyState } from './empty-state.tsx';

type Props = WithTranslation & { children: ReactNode };

class Boundary extends Component<Props, { message: string | null }> {
  override state = { message: null as string | null };

  static getDerivedStateFromError(error: unknown) {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render() {
    const { t, children } = this.props;
    if (this.state.message === null) return children;
    return (
      <EmptyState
        icon={<IconBug size={32} />}
        title={t('errors.page.title')}
        text={`${t('errors.page.next')} (${this.state.message})`}
        action={<Button onClick={() => this.setState({ message: null })}>{t('app.actions.retry')}</Button>}
      />
    );
  }
}

export const ErrorBoundary = withTranslation()(Boundary);
