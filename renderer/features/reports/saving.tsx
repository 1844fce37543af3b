/** Saving a file by the core, and saying where it is. Any list can use it. */
import { Button, CopyButton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCopy, IconFolderOpen } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '#shared/contract/index.ts';
import type { Saved } from '#shared/contract/reports.ts';
import { call } from '../../api/client.ts';
import { orTell, tellError } from '../../components/tell-error.tsx';

export function SavedNotice({ saved }: { saved: Saved }) {
  const { t } = useTranslation();
  return (
    <>
      <bdi dir="ltr" className="saved-path">
        {saved.path}
      </bdi>
      <span className="saved-actions">
        <CopyButton value={saved.path}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" leftSection={<IconCopy size={14} />} onClick={copy}>
              {t(copied ? 'app.copy.done' : 'reports.saved.copyPath')}
            </Button>
          )}
        </CopyButton>
        {saved.canShow && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconFolderOpen size={14} />}
            onClick={() => void orTell(call('reports.show', { path: saved.path }))}
          >
            {t('reports.saved.show')}
          </Button>
        )}
      </span>
    </>
  );
}

const SAVED = 'saved';

/** Tells where a file is that the core has saved. */
export function useTellSaved(): (saved: Saved) => void {
  const { t } = useTranslation();
  return (saved) => {
    // One at a time: several would lie over what the page asks next.
    notifications.hide(SAVED);
    notifications.show({
      id: SAVED,
      autoClose: 20_000,
      title: t('reports.saved.title'),
      message: <SavedNotice saved={saved} />,
    });
  };
}

/** Saves a file and says where it is, or why it was not saved. Returns true if it was saved. */
export function useSave(): (input: InputOf<'reports.save'>) => Promise<boolean> {
  const tellSaved = useTellSaved();
  return async (input) => {
    const answer = await call('reports.save', input);
    if (answer.ok) tellSaved(answer.value);
    else tellError(answer.error);
    return answer.ok;
  };
}
