/** The bar at the side: the places of this person's role by group, and More for the others. */
import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { Bar } from '#shared/contract/people.ts';
import { call } from '../api/client.ts';
import { useLocale, useStatus } from '../app-store.ts';
import { useCounted } from '../components/counted.ts';
import { orTell } from '../components/tell-error.tsx';
import { useWaitsForMe } from '../features/approvals/index.tsx';
import { formatCount } from '../i18n/format.ts';
import { useBar, useMe } from '../people-store.ts';
import { barOf, underMore, withFold, withPin } from './bar.ts';
import { More } from './more.tsx';
import { places as everyPlace, type Place } from './places.tsx';

/** Operations that have not ended, and requests that this person may decide, for the bar; null when there are none. */
function useOpenCount(): { number: string; words: string } | null {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const openCount = useStatus()?.openOperations ?? 0;
  const waiting = useWaitsForMe();
  if (openCount + waiting === 0) return null;
  const words = [
    ...(openCount > 0 ? [t('app.nav.openCount', counted(openCount))] : []),
    ...(waiting > 0 ? [t('people.approvals.waitingYours', counted(waiting))] : []),
  ];
  return { number: formatCount(openCount + waiting, locale), words: words.join(' · ') };
}

type Open = ReturnType<typeof useOpenCount>;
const hasCount = ({ path }: Place, open: Open): boolean => path === '/operations' && open !== null;

function PlaceLink({ place, open }: { place: Place; open: Open }) {
  const { t } = useTranslation();
  const [path] = useLocation();
  const { path: target, text, icon: Icon } = place;
  const counted = hasCount(place, open) ? open : null;
  const isHere = path.startsWith(target);
  const link = useRef<HTMLAnchorElement>(null);
  // In a low window the bar scrolls: the place that is open is in sight.
  useEffect(() => {
    if (isHere) link.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isHere]);
  return (
    <Link
      ref={link}
      href={target}
      className="nav-link"
      aria-current={isHere ? 'page' : undefined}
      title={counted ? counted.words : t(text)}
    >
      <Icon size={20} stroke={1.7} aria-hidden />
      <span>{t(text)}</span>
      {counted && (
        <b className="nav-count" aria-hidden>
          {counted.number}
        </b>
      )}
    </Link>
  );
}

type GroupProps = { of: ReturnType<typeof barOf>[number]; open: Open; onFold: () => void };

/** A folded group keeps the place that is open, and one that has something to say. */
function Group({ of: { group, folded, places }, open, onFold }: GroupProps) {
  const { t } = useTranslation();
  const [path] = useLocation();
  const id = `nav-${group}`;
  const stays = (place: Place) => path.startsWith(place.path) || hasCount(place, open);
  return (
    <div className="nav-group" role="group" aria-labelledby={id}>
      <button type="button" id={id} className="nav-title" aria-expanded={!folded} onClick={onFold}>
        {t(`app.bar.group.${group}`)} <IconChevronDown size={14} aria-hidden />
      </button>
      {places.map((place) => (
        <div key={place.path} className={folded && !stays(place) ? 'nav-folded' : 'contents'}>
          <PlaceLink place={place} open={open} />
        </div>
      ))}
    </div>
  );
}

export function Navigation() {
  const { t } = useTranslation();
  const me = useMe();
  const bar = useBar();
  const open = useOpenCount();
  const absent = useStatus()?.absent ?? [];
  if (!me) return null;
  const person = { role: me.role, bar, absent };
  const change = (changed: Bar) => void orTell(call('people.setBar', changed));
  return (
    <nav className="nav" aria-label={t('app.nav.label')}>
      {barOf(everyPlace, person).map((of) => (
        <Group key={of.group} of={of} open={open} onFold={() => change(withFold(bar, of.group))} />
      ))}
      <More places={underMore(everyPlace, person)} onPin={({ path }) => change(withPin(bar, path))} />
    </nav>
  );
}
