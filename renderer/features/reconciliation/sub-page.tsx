/** A page behind a list of reconciliation: what it is, beside which comparison, and the way back to the list. */
import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Comparison } from '#shared/domain/reconciliation.ts';
import { Crumbs } from '../../components/crumbs.tsx';
import { Page } from '../../components/page.tsx';

type SubPageProps = {
  title: string;
  comparison: Comparison;
  /** The address of the list. */
  back: string;
  /** What can be done here, besides going back. */
  actions?: ReactNode;
  /** One sentence before the detail. */
  headline?: ReactNode;
  children: ReactNode;
};

export function SubPage({ title, comparison, back, actions, headline, children }: SubPageProps) {
  const { t } = useTranslation();
  return (
    <Page
      title={
        <Crumbs
          href={back}
          place={`${t('app.nav.reconcile')} · ${t(`reconciliation.comparison.${comparison}`)}`}
        >
          {title}
        </Crumbs>
      }
      headline={headline}
      actions={
        <>
          <Button
            variant="default"
            component={Link}
            href={back}
            leftSection={<IconArrowBackUp size={16} className="mirror" />}
          >
            {t('reconciliation.backToList')}
          </Button>
          {actions}
        </>
      }
    >
      {children}
    </Page>
  );
}
