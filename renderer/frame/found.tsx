/** What Ctrl+K finds among everything that is kept, beside places and actions. */
import { createSpotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight';
import {
  IconBuildingBank,
  IconCreditCard,
  IconDeviceMobileDollar,
  IconFileText,
  IconReceipt2,
  type Icon,
} from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { pathOfKept } from '#shared/domain/kept-lists.ts';
import { foundKinds, LEAST_LETTERS, type Found } from '#shared/contract/find.ts';
import { call, toldElsewhere } from '../api/client.ts';
import { MoneyText } from '../components/money-text.tsx';
import { TimeText } from '../components/time-text.tsx';
import { isolated } from '../i18n/isolated.ts';

const ICONS: Record<Found['what'], Icon> = {
  order: IconCreditCard,
  checkout: IconReceipt2,
  'terminal-row': IconDeviceMobileDollar,
  settled: IconBuildingBank,
  kept: IconFileText,
};
const TYPING_MS = 120;
const ASKER = 'palette';
const isEnough = (query: string): boolean => [...query.trim()].length >= LEAST_LETTERS;

/** Tells a hit by what it opens. */
const pathOfFound = ({ what, key, terminalId, list }: Found): string => {
  switch (what) {
    case 'order':
      return `/payments/${encodeURIComponent(key)}`;
    case 'checkout':
      return `/payments/checkouts/${encodeURIComponent(key)}`;
    case 'terminal-row':
      return `/terminals/${encodeURIComponent(terminalId ?? '')}/${encodeURIComponent(key)}`;
    case 'settled':
      return `/settlement/settled/${encodeURIComponent(key)}`;
    case 'kept':
      return list === null ? '/today' : pathOfKept(list, key);
  }
};

type Hits = { query: string; found: readonly Found[] };
const NONE: readonly Found[] = [];

function useHits(query: string): Hits {
  const [hits, setHits] = useState<Hits>({ query: '', found: NONE });
  const typedAtMs = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (!isEnough(query)) return;
    let asked = true;
    // The first letters are looked for at once, later ones when somebody has stopped typing.
    const isTyping = performance.now() - typedAtMs.current < TYPING_MS;
    typedAtMs.current = performance.now();
    const show = async () => {
      // A newer question ends this one in the core; its answer is shown then.
      const answer = await toldElsewhere(
        call('find.all', { text: query, asker: ASKER }),
        'the pages themselves',
      );
      if (asked) setHits({ query, found: answer?.found ?? NONE });
    };
    const timer = setTimeout(() => void show(), isTyping ? TYPING_MS : 0);
    return () => {
      asked = false;
      clearTimeout(timer);
    };
  }, [query]);
  return hits;
}

export const [paletteStore, palette] = createSpotlight();

/** The palette chooses a row as it opens and as letters are typed. It does not know of rows that come before that one later. */
function useChosenRow(found: readonly Found[]): void {
  useLayoutEffect(() => {
    const rows = [...document.querySelectorAll('.mantine-Spotlight-action')];
    if (found.length === 0 || rows.length === 0) return;
    const chosen = rows.findIndex((row) => row.hasAttribute('data-selected'));
    // Whoever has gone down the list stays on the row that they are on.
    const selected = paletteStore.getState().selected > 0 ? Math.max(chosen, 0) : 0;
    rows[chosen]?.removeAttribute('data-selected');
    rows[selected]?.setAttribute('data-selected', 'true');
    paletteStore.updateState((state) => ({ ...state, selected }));
  }, [found]);
}

/** Groups for the palette, which filters by words: whatever was found has the words that were typed. */
export function useFound(query: string): { groups: SpotlightActionGroupData[]; isLooking: boolean } {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const hits = useHits(query);
  // What was found for fewer letters stays until the answer for more of them comes.
  const found = isEnough(query) ? hits.found : NONE;
  useChosenRow(found);
  const actionOf = (hit: Found, place: number): SpotlightActionData => {
    const IconOf = ICONS[hit.what];
    return {
      id: `found-${hit.what}-${place}-${hit.key}`,
      label: isolated(hit.title),
      description: [
        ...(hit.list === null ? [] : [t(`kept.one.${hit.list}`)]),
        ...(hit.detail === null ? [] : [isolated(hit.detail)]),
      ].join(' · '),
      keywords: [query],
      leftSection: <IconOf size={18} />,
      rightSection: (
        <span className="found-figures size-13">
          {hit.amount && <MoneyText value={hit.amount} />}
          <TimeText atMs={hit.atMs} />
        </span>
      ),
      onClick: () => navigate(pathOfFound(hit)),
    };
  };
  const groups = foundKinds.flatMap((what) => {
    const actions = found.filter((hit) => hit.what === what).map(actionOf);
    return actions.length === 0 ? [] : [{ group: t(`app.palette.found.${what}`), actions }];
  });
  return { groups, isLooking: isEnough(query) && hits.query !== query };
}
