/** Settings, in Practice only: the people of its story, the tour, and the story from its beginning. */
import { Button, Group } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { call } from '../../api/client.ts';
import { useActiveProfile, useLocale } from '../../app-store.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { orTell } from '../../components/tell-error.tsx';
import { lockNow } from '../../people-store.ts';
import { StoryProgress } from './story-progress.tsx';
import { beginTour, usePractice } from './store.ts';
import './practice.css';

function StoryPeople() {
  const { t } = useTranslation();
  const { story } = usePractice();
  if (!story) return null;
  return (
    <>
      <p className="muted size-13 flush">{t('practice.people')}</p>
      <ul className="story-people">
        {story.people.map(({ personId, name, role, pin }) => (
          <li key={personId} className="story-person">
            <strong>
              <bdi>{name}</bdi>
            </strong>
            <span className="muted size-13">{t(`people.role.${role}`)}</span>
            <span>
              {t('practice.pin')}{' '}
              <bdi dir="ltr" className="id">
                {pin}
              </bdi>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function StartAgain({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const { language } = useLocale();
  const [telling, setTelling] = useState(false);
  const again = async () => {
    setTelling(true);
    const answer = await call('profiles.practiseAgain', { language });
    setTelling(false);
    return answer.ok ? null : answer.error;
  };
  return (
    <FormDialog
      title={t('practice.again.title')}
      action={t('practice.again.action')}
      ready
      onSave={again}
      onSaved={() => {
        onClose();
        navigate('/today');
      }}
      onClose={onClose}
    >
      <p className="flush">{t('practice.again.text')}</p>
      {telling && <StoryProgress />}
    </FormDialog>
  );
}

export function PracticeSettings() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const profile = useActiveProfile();
  const [asking, setAsking] = useState(false);
  if (profile?.environment !== 'practice') return null;
  const showTour = () => {
    beginTour();
    navigate('/today');
  };
  return (
    <section className="card stack" data-testid="practice-settings">
      <h2 className="card-title">{t('practice.title')}</h2>
      <p className="flush">{t('practice.text')}</p>
      <StoryPeople />
      <Group gap={8}>
        <Button
          variant="default"
          leftSection={<IconUsers size={16} />}
          onClick={() => void orTell(lockNow(true))}
        >
          {t('people.lock.switch')}
        </Button>
        <Button variant="default" onClick={showTour}>
          {t('practice.tour.show')}
        </Button>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('practice.again.ask')}
        </Button>
      </Group>
      {asking && <StartAgain onClose={() => setAsking(false)} />}
    </section>
  );
}
