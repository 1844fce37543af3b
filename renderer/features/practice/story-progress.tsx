/** How far the story is told, while it is. */
import { Progress } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { on } from '../../api/client.ts';

export function StoryProgress() {
  const { t } = useTranslation();
  const [share, setShare] = useState(0);
  useEffect(() => on('practice.progress', ({ done, total }) => setShare((100 * done) / total)), []);
  return (
    <div role="status">
      <p className="muted size-13 below-6 flush">{t('practice.telling')}</p>
      <Progress value={share} aria-label={t('practice.telling')} />
    </div>
  );
}
