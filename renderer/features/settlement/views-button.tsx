/** Views of settled transactions. */
import { ViewsButton as Views } from '../../components/views-button.tsx';
import { settledViews } from './settled-views.ts';
import { useSettlement } from './store.ts';

export function ViewsButton({ profileId }: { profileId: string }) {
  const takeView = useSettlement((state) => state.takeView);
  return (
    <Views
      of={settledViews}
      profileId={profileId}
      current={() => {
        const { filter, sort } = useSettlement.getState();
        return { filter, sort };
      }}
      onTake={takeView}
    />
  );
}
