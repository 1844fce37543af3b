/** What is told while it is locked: that something wants a person, through the system, without a name or a figure. */
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings, useStatus } from '../../app-store.ts';
import { useMe } from '../../people-store.ts';
import { tellOutside } from './tell.ts';

const WORDS = {
  'cut-off-near': 'notices.locked.cutOff',
  'day-not-closed': 'notices.locked.notClosed',
  'result-not-known': 'notices.locked.notKnown',
  'words-not-known': 'notices.locked.words',
  'hold-ending': 'notices.locked.hold',
  'deliveries-failing': 'notices.locked.deliveries',
  'approval-asked': 'notices.locked.approval',
} as const;

/** Told here, or by the bell while somebody was signed in. */
const told = new Set<number>();

export function LockedNotices() {
  const { t } = useTranslation();
  const { systemNotices } = useSettings();
  const status = useStatus();
  const locked = useMe() === null;
  useEffect(() => {
    if (!status) return;
    for (const { mark, kind } of status.pressing.filter((one) => !told.has(one.mark))) {
      told.add(mark);
      if (!locked || !systemNotices) continue;
      const words = { title: t('people.lock.title'), body: t(WORDS[kind]) };
      tellOutside(status.host, { id: `locked ${mark}`, ...words }, () => {});
    }
  }, [status, locked, systemNotices, t]);
  return null;
}
