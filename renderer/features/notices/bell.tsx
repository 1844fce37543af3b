/** The bell of the band: what wants a person soon, told once when it comes, listed as long as it lasts. */
import { Anchor, Popover } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconAlertTriangle,
  IconBell,
  IconBellRinging,
  IconChevronRight,
  IconClock,
} from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useEvent } from '../../api/client.ts';
import type { Notice } from '#shared/contract/notices.ts';
import { useLocale, useNowMs, useSettings, useStatus } from '../../app-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { formatCount } from '../../i18n/format.ts';
import { useMe } from '../../people-store.ts';
import { readNotices, useNotices } from './store.ts';
import { tellOutside } from './tell.ts';
import { useNoticeWords } from './texts.ts';

/** A part of a notice on screen: it follows the language and the time while it is there. */
function Words({ notice, part }: { notice: Notice; part: 'title' | 'body' }) {
  const nowMs = useNowMs();
  return <>{useNoticeWords()(notice, nowMs)[part]}</>;
}

type Told = { notice: Notice; open: () => void };

/** Each leads to what it is about. */
const Lines = ({ told }: { told: readonly Told[] }) =>
  told.map(({ notice, open }) => (
    <div key={notice.id}>
      <Anchor component="button" type="button" size="sm" ta="start" onClick={open}>
        <Words notice={notice} part="body" />
      </Anchor>
    </div>
  ));

/** Reads the notices when somebody signs in and when they change, and follows a click on one that the system shows. */
function useReading(profileId: string): void {
  const [, navigate] = useLocation();
  const words = useNoticeWords();
  const me = useMe()?.personId ?? null;
  const read = useCallback(() => void readNotices(profileId), [profileId]);
  useEffect(() => {
    // Nothing is answered while nobody is signed in.
    if (me !== null) read();
  }, [me, read]);
  useEvent('notices.changed', read);
  useEvent(
    'notices.opened',
    useCallback(
      ({ id }: { id: string }) => {
        const notice = useNotices.getState().notices.find((one) => one.id === id);
        if (notice) navigate(words(notice, Date.now()).link);
      },
      [navigate, words],
    ),
  );
}

/** What a page names itself, with the way to mend it: on that page no notice says it a second time. */
const isToldBy = (path: string, alike: readonly Notice[]): boolean =>
  (path === '/today' && alike.every(({ kind }) => kind === 'day-not-closed')) ||
  (path.startsWith('/integration/deliveries') && alike.every(({ kind }) => kind === 'deliveries-failing'));

/** Tells what is new, here and outside. */
function useTelling(): void {
  const { t } = useTranslation();
  const [path, navigate] = useLocation();
  const words = useNoticeWords();
  const { systemNotices } = useSettings();
  const host = useStatus()?.host ?? 'browser';
  const fresh = useNotices((state) => state.fresh);
  const settled = useNotices((state) => state.settled);
  /** The notices that one on the page tells and that are not settled, by its id. */
  const together = useRef(new Map<string, string[]>());

  useEffect(() => {
    for (const [id, notices] of together.current) {
      const left = notices.filter((notice) => !settled.includes(notice));
      together.current.set(id, left);
      if (left.length === 0) notifications.hide(id);
    }
  }, [settled]);
  useEffect(() => {
    if (fresh.length === 0) return;
    useNotices.setState({ fresh: [] });
    // Branches have their cut-off together: one notice on the page says so of all of them.
    for (const alike of Map.groupBy(fresh, (notice) => words(notice, Date.now()).title).values()) {
      const ids = alike.map((notice) => notice.id);
      const id = ids.join(' ');
      together.current.set(id, ids);
      const told = alike.map((notice): Told => {
        const { link } = words(notice, Date.now());
        const open = () => {
          notifications.hide(id);
          navigate(link);
        };
        return { notice, open };
      });
      const urgent = alike.some(({ level }) => level === 'urgent');
      if (!isToldBy(path, alike))
        notifications.show({
          id,
          // It covers a part of the page; the bell goes on listing what is not settled.
          autoClose: 15_000,
          color: urgent ? 'var(--late)' : 'var(--ink-2)',
          icon: urgent ? <IconAlertTriangle size={18} /> : <IconClock size={18} />,
          title: alike[0] && <Words notice={alike[0]} part="title" />,
          message: <Lines told={told} />,
        });
      if (!systemNotices) continue;
      for (const { notice, open } of told) {
        const { title, body } = words(notice, Date.now());
        tellOutside(host, { id: notice.id, title, body }, open);
      }
    }
  }, [fresh, host, navigate, path, systemNotices, t, words]);
}

function List({ onOpened }: { onOpened: () => void }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const words = useNoticeWords();
  const nowMs = useNowMs();
  const { notices, error, answered } = useNotices();
  if (notices.length === 0 && error) return <ErrorNotice error={error} />;
  if (!answered) return <div className="muted">{t('app.asOf.never')}</div>;
  if (notices.length === 0) return <div className="muted">{t('notices.empty')}</div>;
  return (
    <ul className="notices">
      {notices.map((notice) => {
        const { title, body, link } = words(notice, nowMs);
        const open = () => {
          onOpened();
          navigate(link);
        };
        return (
          <li key={notice.id}>
            <button type="button" onClick={open}>
              <span className="chip" data-tone={notice.level === 'urgent' ? 'late' : undefined}>
                {notice.level === 'urgent' ? <IconAlertTriangle size={16} /> : <IconClock size={16} />}
                <strong>{title}</strong>
              </span>
              <span>{body}</span>
              <IconChevronRight size={16} className="notices-arrow mirror" aria-hidden />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

export function NoticeBell({ profileId }: { profileId: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [opened, setOpened] = useState(false);
  const count = useNotices((state) => state.notices.length);
  useReading(profileId);
  useTelling();
  const number = formatCount(count, locale);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={340}
      offset={14}
      shadow="md"
      zIndex={400}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button
          type="button"
          className="band-button"
          aria-label={t('notices.label', { number })}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {count > 0 ? <IconBellRinging size={18} /> : <IconBell size={18} />}
          {count > 0 && number}
        </button>
      </Popover.Target>
      <Popover.Dropdown className="notices-popover" aria-label={t('notices.title')}>
        <h2 className="notices-title">{t('notices.title')}</h2>
        <List onOpened={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
