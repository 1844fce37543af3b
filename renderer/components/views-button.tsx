/** Filters and order under a name: kept, taken up again, forgotten. */
import { ActionIcon, Button, Popover, TextInput } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepViews, readViews, withView, type KeptView, type ViewsOf } from './kept-views.ts';

type ListProps<View> = {
  views: KeptView<View>[];
  onTake: (view: KeptView<View>) => void;
  onForget: (name: string) => void;
};

function List<View>({ views, onTake, onForget }: ListProps<View>) {
  const { t } = useTranslation();
  if (views.length === 0) return <div className="muted">{t('settlement.views.none')}</div>;
  return (
    <ul className="plain-list">
      {views.map((view) => (
        <li key={view.name} className="row-8">
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            justify="start"
            className="grow"
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

type ViewsButtonProps<View> = {
  of: ViewsOf<View>;
  profileId: string;
  /** The view that is kept under the typed name. */
  current: () => View;
  onTake: (view: View) => void;
};

export function ViewsButton<View>({ of, profileId, current, onTake }: ViewsButtonProps<View>) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [views, setViews] = useState(() => readViews(of, profileId));
  const [name, setName] = useState('');
  const change = (next: KeptView<View>[]) => {
    keepViews(of, profileId, next);
    setViews(next);
  };
  const keep = () => {
    change(withView(views, { ...current(), name }));
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
            onTake(view);
            setOpened(false);
          }}
          onForget={(forgotten) => change(views.filter((view) => view.name !== forgotten))}
        />
        <form
          className="view-name"
          onSubmit={(event) => {
            event.preventDefault();
            keep();
          }}
        >
          <TextInput
            size="xs"
            className="grow"
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
