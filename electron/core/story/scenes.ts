/** What happens in the story, and when. Each scene is what people, customers, the acquirer or the bank do at that moment. */
import {
  acknowledge,
  closeDay,
  closeProvisionally,
  finish,
  largestSale,
  readTerminals,
  reverse,
} from './day.ts';
import type { Calendar } from './calendar.ts';
import { askEarly, bringStatement, refund, sellOnline } from './money.ts';
import { must, type Teller } from './teller.ts';

export type Scene = { readonly atMs: number; readonly play: (teller: Teller) => Promise<void> };

const ZAMALEK = 'BR-01';
const MAADI = 'BR-02';
const ALEXANDRIA = 'BR-03';
const TILL = {
  second: '30410002',
  bakery: '30410003',
  cafe: '30410004',
  express: '30410009',
  kiosk: '30410011',
};
const OF_MAADI = ['30410006', '30410007', '30410008', TILL.express];
const OF_ALEXANDRIA = ['30410010', '30410011', '30410012'];

/** Days back. */
const LATE = 11;
const PROVISIONAL = 8;
const DIFFERENT = 4;
const REVERSED = 2;
const STATEMENT = 7;
const EARLY = [12, 9, 6] as const;
/** On which day which mistake is made with the largest sale of which terminal (electron/sandbox/state/slips.ts). */
const SLIPS: Readonly<Record<number, readonly (readonly [string, string])[]>> = {
  13: [['over', TILL.second]],
  12: [['under', TILL.second]],
  11: [['currency', TILL.second]],
  10: [['twice', TILL.cafe]],
  9: [
    ['fee', TILL.second],
    ['lost', TILL.bakery],
  ],
  // After the last early payout that was made: the oldest unpaid sales are paid early first.
  8: [
    ['word', TILL.second],
    ['late', TILL.bakery],
  ],
  7: [['stranger', TILL.cafe]],
};

const OFF_MINOR = 5_000n;
/** From now on. */
const STILL_ON_ITS_WAY_MS = 6 * 3_600_000;

function sales(calendar: Calendar): Scene[] {
  return calendar.days.flatMap((back): Scene[] => [
    { atMs: calendar.at(back, '13:05'), play: ({ control }) => control.sell(36) },
    {
      atMs: calendar.at(back, '19:40'),
      play: async ({ control }) => {
        await control.sell(34);
        if (back % 3 === 0) await control.giveBack(1);
      },
    },
  ]);
}

/** The largest sales are chosen before they are acknowledged, and go wrong after. */
async function slipped(teller: Teller, back: number): Promise<() => Promise<void>> {
  const chosen: [string, string][] = [];
  for (const [slip, terminalId] of SLIPS[back] ?? []) {
    await readTerminals(teller, [terminalId]);
    chosen.push([slip, (await largestSale(teller, terminalId)).order]);
  }
  return async () => {
    for (const [slip, order] of chosen) await teller.control.slip(order, slip);
  };
}

function closes(calendar: Calendar): Scene[] {
  const { at, dateOf } = calendar;
  return calendar.days.flatMap((back): Scene[] => {
    const date = dateOf(back);
    const zamalek: Scene = {
      atMs: at(back, '23:05'),
      play: async (teller) => {
        const off = back === DIFFERENT ? { off: OFF_MINOR } : {};
        const acknowledged = await slipped(teller, back);
        await closeDay(teller, { branch: ZAMALEK, date, acknowledged, ...off });
      },
    };
    const other = (branch: string, time: string): Scene => ({
      atMs: at(back, time),
      play: (teller) => closeDay(teller, { branch, date }),
    });
    return [
      zamalek,
      ...(back === PROVISIONAL ? [] : [other(MAADI, '23:20')]),
      ...(back === LATE ? [] : [other(ALEXANDRIA, '23:35')]),
    ];
  });
}

/** One branch closes without a connection and finishes the next morning; one forgets and closes the next morning. */
function troubles({ at, dateOf }: Calendar): Scene[] {
  let closingId = '';
  return [
    { atMs: at(LATE, '22:10'), play: (teller) => readTerminals(teller, OF_ALEXANDRIA) },
    {
      atMs: at(LATE - 1, '10:15'),
      play: (teller) => closeDay(teller, { branch: ALEXANDRIA, date: dateOf(LATE) }),
    },
    { atMs: at(PROVISIONAL, '22:10'), play: (teller) => readTerminals(teller, OF_MAADI) },
    {
      atMs: at(PROVISIONAL, '23:20'),
      play: async (teller) => {
        closingId = await closeProvisionally(teller, { branch: MAADI, date: dateOf(PROVISIONAL) });
      },
    },
    { atMs: at(PROVISIONAL - 1, '09:10'), play: (teller) => finish(teller, closingId) },
    {
      atMs: at(REVERSED, '19:50'),
      play: async (teller) => {
        const state = await reverse(teller, TILL.second, 'duplicate', teller.words.doubled);
        if (state !== 'SUCCEEDED') throw new Error(`the story stopped: the reversal is ${state}`);
      },
    },
  ];
}

function earlyPayouts({ at }: Calendar): Scene[] {
  return EARLY.flatMap((back): Scene[] => [
    { atMs: at(back, '23:45'), play: (teller) => askEarly(teller, String(4_000 + back * 250)) },
    {
      atMs: at(back, '23:50'),
      play: async ({ session }) => void must(await session.instantSettlement.refreshRequests()),
    },
  ]);
}

function online({ at, holdMs }: Calendar): Scene[] {
  return [
    { atMs: at(12, '11:20'), play: (teller) => sellOnline(teller, { order: 'WEB-1007', minor: 84_000n }) },
    { atMs: at(10, '15:45'), play: (teller) => sellOnline(teller, { order: 'WEB-1008', minor: 129_950n }) },
    {
      atMs: at(8, '12:30'),
      play: async (teller) => void (await refund(teller, 'WEB-1008', null, teller.words.returned)),
    },
    {
      atMs: holdMs,
      play: (teller) => sellOnline(teller, { order: 'WEB-1009', minor: 310_000n, manualCapture: true }),
    },
    { atMs: at(5, '18:05'), play: (teller) => sellOnline(teller, { order: 'WEB-1010', minor: 45_750n }) },
    {
      atMs: at(4, '10:40'),
      play: async (teller) => void (await refund(teller, 'WEB-1010', 15_250n, teller.words.partly)),
    },
    { atMs: at(3, '20:20'), play: (teller) => sellOnline(teller, { order: 'WEB-1011', minor: 62_000n }) },
    {
      atMs: at(2, '11:00'),
      play: async (teller) => {
        await teller.control.fault('/v3/payment/refund/', { kind: 'status', status: 422, body: REFUSAL });
        const state = await refund(teller, 'WEB-1011', null, teller.words.refused);
        if (state !== 'REFUSED') throw new Error(`the story stopped: the refund is ${state}`);
      },
    },
  ];
}

const REFUSAL = {
  status: 'FAILURE',
  messages: {
    en: 'The card was closed by its bank. Give the money back in another way.',
    ar: 'أغلق البنك هذه البطاقة. رُدّ المبلغ بطريقة أخرى.',
  },
};

/** Before the statement is brought in: the bank takes a deposit and a part of another one back, and charges its fee. */
const bank = ({ at }: Calendar): Scene[] => [
  { atMs: at(STATEMENT + 1, '10:00'), play: ({ control }) => control.bank('return') },
  { atMs: at(STATEMENT, '08:30'), play: ({ control }) => control.bank('chargeback') },
  { atMs: at(STATEMENT, '08:31'), play: ({ control }) => control.bank('fee') },
];

const statement = ({ at, dateOf }: Calendar): Scene => ({
  atMs: at(STATEMENT, '15:30'),
  play: (teller) => bringStatement(teller, dateOf(14), dateOf(STATEMENT)),
});

/** Today so far: sales that wait, two terminals acknowledged, a reversal without an answer, an early payout on its way. */
function today({ todayAt, nowMs }: Calendar): Scene[] {
  const sell = (share: number, count: number): Scene => ({
    atMs: todayAt(share),
    play: ({ control }) => control.sell(count),
  });
  return [
    sell(0.2, 120),
    sell(0.35, 110),
    // Nobody can tell from the list what became of a sale that left it meanwhile.
    { atMs: todayAt(0.4), play: ({ control }) => control.sell(3, TILL.kiosk) },
    {
      atMs: todayAt(0.45),
      play: async (teller) => {
        await teller.control.fault('/v3/payment/reversal/', { kind: 'drop-before' });
        const state = await reverse(teller, TILL.kiosk, 'customer-cancelled', teller.words.unsure);
        if (state !== 'UNKNOWN' && state !== 'CHECKING')
          throw new Error(`the story stopped: the reversal is ${state}`);
        await teller.control.acknowledgeElsewhere(TILL.kiosk);
      },
    },
    {
      atMs: todayAt(0.46),
      play: async (teller) => {
        teller.as('cashier');
        for (const terminalId of [TILL.bakery, TILL.cafe]) await acknowledge(teller, terminalId);
      },
    },
    {
      atMs: todayAt(0.5),
      play: async (teller) => {
        await teller.control.slowNext(Math.ceil((nowMs - todayAt(0.5) + STILL_ON_ITS_WAY_MS) / 60_000));
        await askEarly(teller, '6000');
      },
    },
    sell(0.6, 130),
    sell(0.8, 60),
    { atMs: nowMs, play: ({ control }) => control.sell(20) },
  ];
}

/** In the order of time; of two at the same moment, the order of this list. */
export function scenesOf(calendar: Calendar): Scene[] {
  return [
    ...sales(calendar),
    ...online(calendar),
    ...troubles(calendar),
    ...closes(calendar),
    ...earlyPayouts(calendar),
    ...bank(calendar),
    statement(calendar),
    ...today(calendar),
  ].toSorted((a, b) => a.atMs - b.atMs);
}

/** The first day that the statement which waits to be imported covers. */
export const statementFrom = ({ dateOf }: Calendar): string => dateOf(STATEMENT - 1);
