/** The filters of the activity list: words, who, what. */
import { SegmentedControl, Select } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ALL_MOVEMENTS } from '#shared/contract/activity.ts';
import { movementKinds, type MovementKind } from '#shared/domain/operation.ts';
import { SearchInput } from '../../components/search-input.tsx';
import { actionText } from '../../components/event-texts.ts';
import { PcChoice } from '../head-office/index.tsx';
import { useActivity } from './store.ts';

const isMovement = (action: string): action is MovementKind => movementKinds.some((kind) => kind === action);

export const actionName = (t: TFunction, action: string): string =>
  action === ALL_MOVEMENTS
    ? t('activity.filter.movements')
    : isMovement(action)
      ? t(`operations.kind.${action}`)
      : actionText(t, action);

/** Movements first; entries that have no word here cannot be asked for by one. */
function actionChoices(t: TFunction, actions: readonly string[]) {
  const choice = (value: string) => ({ value, label: actionName(t, value) });
  const named = actions.filter((one) => isMovement(one) || actionText(t, one) !== t('activity.action.other'));
  return [
    { group: t('activity.filter.movements'), items: named.filter(isMovement).map(choice) },
    { group: t('activity.filter.entries'), items: named.filter((one) => !isMovement(one)).map(choice) },
  ];
}

export function Filters() {
  const { t } = useTranslation();
  const { filter, summary, setFilter } = useActivity();
  return (
    <div className="toolbar">
      <SearchInput
        label={t('activity.filter.text')}
        width={240}
        value={filter.text}
        onChange={(text) => setFilter({ text })}
      />
      <SegmentedControl
        size="xs"
        aria-label={t('activity.filter.action')}
        value={filter.action === ALL_MOVEMENTS ? ALL_MOVEMENTS : 'all'}
        onChange={(value) => setFilter({ action: value === ALL_MOVEMENTS ? ALL_MOVEMENTS : null })}
        data={[
          { value: 'all', label: t('operations.scope.all') },
          { value: ALL_MOVEMENTS, label: t('activity.filter.movements') },
        ]}
      />
      <Select
        size="xs"
        w={230}
        clearable
        aria-label={t('activity.filter.action')}
        placeholder={t('activity.filter.action')}
        data={actionChoices(t, summary?.actions ?? [])}
        value={filter.action === ALL_MOVEMENTS ? null : filter.action}
        onChange={(action) => setFilter({ action })}
      />
      <Select
        size="xs"
        w={170}
        clearable
        aria-label={t('activity.filter.actor')}
        placeholder={t('activity.filter.actor')}
        data={summary?.actors ?? []}
        value={filter.actor}
        onChange={(actor) => setFilter({ actor })}
      />
      <PcChoice value={filter.pc} onChange={(pc) => setFilter({ pc })} />
    </div>
  );
}
