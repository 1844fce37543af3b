/** Filters and order under a name: kept, taken up again, forgotten. */
import { ActionIcon, Button, Popover, TextInput } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepViews, readViews, withView, type KeptView } from './kept-views.ts';
import { useSettlement } from './store.ts';

type ListProps = { views: KeptView[]; onTake: (view: KeptView) => void; onForget: (name: string) => void };

function List({ views, onTake, onForget }: ListProps) {
  const { t } = useTranslation();
  if (views.length === 0) return <div className="muted">{t('settlement.views.none')}</div>;
  return (
    <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
      {views.map((view) => (
        <li key={view.name} style={{ display: 'flex', alignItems: 'center', gap: 8 }}>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            justify="start"
            style={{ flex: 1 }}
            onClick={() => onTake(view)}
          >
            <bdi>{view.name}</bdi>
          </Button>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('settlement.views.forget', { name: view.name })}
            onClick={() => onForget(view.name)}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}

export function ViewsButton({ profileId }: { profileId: string }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [views, setViews] = useState(() => readViews(profileId));
  const [name, setName] = useState('');
  const takeView = useSettlement((state) => state.takeView);
  const change = (next: KeptView[]) => {
    keepViews(profileId, next);
    setViews(next);
  };
  const keep = () => {
    const { filter, sort } = useSettlement.getState();
    change(withView(views, { name, filter, sort }));
    setName('');
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={280} trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconBookmark size={16} />}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {t('settlement.views.label')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('settlement.views.label')}>
        <List
          views={views}
          onTake={(view) => {
            takeView(view);
            setOpened(false);
          }}
          onForget={(forgotten) => change(views.filter((view) => view.name !== forgotten))}
        />
        <form
          style={{ display: 'flex', alignItems: 'end', gap: 8, marginBlockStart: 12 }}
          onSubmit={(event) => {
            event.preventDefault();
            keep();
          }}
        >
          <TextInput
            size="xs"
            style={{ flex: 1 }}
            maxLength={60}
            label={t('settlement.views.name')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button size="xs" type="submit" disabled={name.trim() === ''}>
            {t('app.actions.save')}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
