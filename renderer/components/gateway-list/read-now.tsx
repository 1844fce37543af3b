/** In the head of a page: reads the whole list of the gateway again. */
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { GatewayList } from './store.ts';

type Props = { list: Pick<GatewayList<unknown, { text: string }, unknown>, 'isReading' | 'refresh'> };

export function ReadNow({ list: { isReading, refresh } }: Props) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} />}
      loading={isReading}
      onClick={() => void refresh(true)}
    >
      {t('app.list.readNow')}
    </Button>
  );
}
