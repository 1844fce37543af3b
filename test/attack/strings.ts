/** The hostile strings, planted in every field of text and brought into every view; what became of each of them is counted. */
import { findPostgres } from '#electron/head-office/own-server.ts';
import { boardOfChain, joinChain } from './chain.ts';
import { ADMINISTRATOR, type Attacked } from './closeout.ts';
import { fillEveryPlace, type Text } from './fill.ts';
import type { Ledger } from './ledger.ts';
import { AS_SENT, TEXTS } from './planting.ts';
import { list, type Finding } from './table.ts';
import { bulkTransfer, lookAtEveryPlace, type ViewCounts } from './views.ts';

/** Fields that no view has a place for, and why. */
const NOWHERE: Readonly<Record<string, string>> = {
  entryMode: 'of settled transactions: a column that a person chooses to see',
  model: 'no view names the model of a terminal',
  serialNumber: 'no view names it',
  bankName: 'banks are listed by their names in both languages',
  store: 'no view names it',
  storeName: 'no view names it',
  customerName: 'of payment links, which have no place',
  interactionSource: 'only its decoder reads it',
  notes: 'of checkouts: sent, and not read back',
  message: 'shown with a refusal only',
  declineReason: 'shown in an early payout that is unfolded',
};

/**
 * What became of the strings, by field. A field of free text that comes to the window and is in no view is lost, unless it is said
 * why; of states, times and identifiers it is counted: a view shows the first rows of a list, and they share the strings.
 */
function ofFields(ledger: Ledger): Finding[] {
  const rows = ledger.rows();
  const sum = (count: (row: (typeof rows)[number]) => number) =>
    rows.reduce((all, row) => all + count(row), 0);
  const whole = rows.filter(({ planted, seen }) => seen === planted);
  const partly = rows.filter(({ planted, seen }) => seen > 0 && seen < planted);
  const refused = rows.filter(({ reached }) => reached === 0);
  const unseen = rows.filter(({ reached, seen }) => reached > 0 && seen === 0);
  const lost = unseen.filter(({ field, isOwn }) => (isOwn || TEXTS.has(field)) && !(field in NOWHERE));
  const left = ledger.left().filter((field) => !(field in AS_SENT));
  const named = (some: typeof rows) => list(some.map(({ field }) => field));
  return [
    {
      goal: 'S4 strings in fields',
      figure: `${sum(({ planted }) => planted)} planted in ${rows.length} fields, ${sum(({ seen }) => seen)} seen: all of ${whole.length} fields, some of ${partly.length}${list(partly.map(({ field, planted, seen }) => `${field} ${seen} of ${planted}`))}`,
      holds: whole.length > 0,
    },
    {
      goal: 'S4 strings refused',
      figure: `${sum(({ planted, reached }) => planted - reached)} did not come to the window, all of ${refused.length} fields${named(refused)}`,
      holds: null,
    },
    {
      goal: 'S4 fields unseen',
      figure: `${unseen.length} came to the window and are in no view${named(unseen)}; unexplained texts: ${lost.length}${named(lost)}`,
      holds: lost.length === 0,
    },
    {
      goal: 'S4 fields left',
      figure: `${left.length} of text are bent nowhere${list(left)}`,
      holds: left.length === 0,
    },
  ];
}

function ofViews(views: ViewCounts, planted: number): Finding[] {
  return [
    {
      goal: 'S4 strings in views',
      figure: `${views.executed.length} ran, ${views.loaded.length} requests elsewhere, in ${views.views} views (${views.shown} showed some as text; ${planted} texts planted)${list(views.executed)}`,
      // A list that could not be read would show nothing that is hostile.
      holds: views.executed.length + views.loaded.length === 0 && views.shown > 0,
    },
    {
      goal: 'S4 views that stay',
      figure: `${views.empty.length} of ${views.views} were empty${list(views.empty)}`,
      holds: views.empty.length === 0,
    },
    {
      goal: 'S4 texts that mislead',
      figure: `${views.turned.length} of ${views.views} views had a turned or hidden character${list(views.turned)}`,
      holds: views.turned.length === 0,
    },
    {
      goal: 'S4 policy',
      figure: `${views.refused.length} things of Closeout's own refused${list(views.refused)}`,
      holds: views.refused.length === 0,
    },
  ];
}

export async function attackByStrings(
  attacked: Attacked,
  ledger: Ledger,
  planted: () => number,
  merchantId: string,
): Promise<Finding[]> {
  const text: Text = (field, most) => ledger.typed(field, most);
  const { paths, sheet, refused } = await fillEveryPlace(attacked, ADMINISTRATOR.pin, text);
  const chain = findPostgres() === null ? null : await joinChain(attacked, text, merchantId);
  try {
    const views = await lookAtEveryPlace(
      attacked,
      { paths, opened: [bulkTransfer(sheet), ...(chain ? boardOfChain : [])] },
      ledger,
    );
    const left = [...refused, ...(chain?.refused ?? []), ...views.unopened];
    return [
      {
        goal: 'S4 places filled',
        figure: `${refused.length} acts refused, ${views.unopened.length} routes unopened${list(left)}`,
        holds: left.length === 0,
      },
      {
        goal: 'S4 a chain’s texts',
        figure: chain ? 'told by another PC, on the board and in its drawers' : 'PostgreSQL is not installed',
        holds: chain ? chain.refused.length === 0 : null,
      },
      ...ofFields(ledger),
      ...ofViews(views, planted()),
    ];
  } finally {
    await chain?.end();
  }
}
