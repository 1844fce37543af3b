/** The places that a person's bar lacks: each opens from here, says what it needs, and can be pinned to the bar. */
import { ActionIcon, Popover } from '@mantine/core';
import { IconDots, IconPin, IconPinFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { useLocale } from '../app-store.ts';
import { formatChoice } from '../i18n/format.ts';
import type { PlaceUnderMore } from './bar.ts';
import { keyText, type Place } from './places.tsx';

type PlaceProps = { of: PlaceUnderMore; onOpen: () => void; onPin: () => void };

function Place({ of: { place, pinned, needs, absence }, onOpen, onPin }: PlaceProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [path] = useLocation();
  const { path: target, text, code, icon: Icon } = place;
  const name = t(text);
  const roles = formatChoice(
    needs.map((role) => t(`people.role.${role}`)),
    locale,
  );
  return (
    <li className="more-place">
      <Link
        href={target}
        className="more-link"
        aria-current={path.startsWith(target) ? 'page' : undefined}
        onClick={onOpen}
      >
        <Icon size={20} stroke={1.7} aria-hidden />
        <span>
          {name}
          {needs.length > 0 && <small>{t('app.bar.needs', { roles })}</small>}
          {absence && <small>{t(`app.bar.absent.${absence.cause}`)}</small>}
        </span>
        <kbd dir="ltr">{keyText(code)}</kbd>
      </Link>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-pressed={pinned}
        aria-label={t('app.bar.pin', { name })}
        title={t(pinned ? 'app.bar.unpinTitle' : 'app.bar.pinTitle')}
        onClick={onPin}
      >
        {pinned ? <IconPinFilled size={16} aria-hidden /> : <IconPin size={16} aria-hidden />}
      </ActionIcon>
    </li>
  );
}

type MoreProps = { places: readonly PlaceUnderMore[]; onPin: (place: Place) => void };

export function More({ places, onPin }: MoreProps) {
  const { t } = useTranslation();
  const [path] = useLocation();
  const [opened, setOpened] = useState(false);
  if (places.length === 0) return null;
  const isHere = places.some(({ place, pinned }) => !pinned && path.startsWith(place.path));
  return (
    <Popover opened={opened} onChange={setOpened} position="right-end" width={320} trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className="nav-link nav-more"
          aria-current={isHere || undefined}
          title={t('app.bar.more')}
          onClick={() => setOpened(!opened)}
        >
          <IconDots size={20} stroke={1.7} aria-hidden />
          <span>{t('app.bar.more')}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown className="more">
        <ul>
          {places.map((of) => (
            <Place
              key={of.place.path}
              of={of}
              onOpen={() => setOpened(false)}
              onPin={() => onPin(of.place)}
            />
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
