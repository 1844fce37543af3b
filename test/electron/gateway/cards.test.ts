/** The attack: card numbers, and the codes beside them, planted wherever a gateway may write text. */
import { describe, expect, it } from 'vitest';
import { readAnswer } from '#electron/gateway/read.ts';
import { writeOnce } from '#electron/gateway/write.ts';
import { sendMovement } from '#electron/gateway/send-movement.ts';
import { withoutCards } from '#electron/gateway/cards.ts';
import { httpServer, hurriedClock, movement } from './servers.ts';
import { systemClock } from '#electron/hosts/launch/system.ts';
import { uuidv7 } from '#electron/services/uuid.ts';
import { seededRng } from '../../faults/simulation/rng.ts';
import { testClock } from '../sandbox/gateway.ts';
import { cardNumbers } from '../../attack/cards.ts';

const grouped = (card: string, separator: string) => (card.match(/.{1,4}/g) ?? []).join(separator);
const escaped = (card: string) => card.replace(/\d/g, (digit) => `\\u003${digit}`);

const LABELS = [
  'label',
  'merchantName',
  'branchName',
  'note',
  'message',
  'description',
  'model',
  'cardHolderName',
];

describe('of a thousand card numbers in free text', () => {
  const planted = cardNumbers(1_000);
  const text = `{"rows":[${planted
    .map((card, at) => {
      const forms = [
        card,
        grouped(card, ' '),
        grouped(card, '-'),
        `paid by ${card} 12/27 cvv 987`,
        escaped(card),
      ];
      return `{"orderId":"A-${at}","${LABELS[at % LABELS.length] ?? ''}":"${forms[at % forms.length] ?? ''}"}`;
    })
    .join(',')}],"list":["x","${planted[0] ?? ''}"],"number":${planted[5] ?? ''}}`;

  it('none is left, in any spelling, and no code beside one', () => {
    const clean = withoutCards(text);
    const value = JSON.stringify(JSON.parse(clean));
    const digits = value.replace(/[ -]/g, '');
    expect(planted.filter((card) => digits.includes(card))).toEqual([]);
    expect(value).not.toMatch(/cvv \d/);
    expect(value).toContain('400');
  });

  it('a security code in a field of its own is taken out', () => {
    expect(withoutCards('{"cvv":"123","CVC2":456,"securityCode":"789","label":"a"}')).toBe(
      '{"cvv":"***","CVC2":"***","securityCode":"***","label":"a"}',
    );
  });

  it('an escape beside one stays an escape: the answer can still be read', () => {
    for (const sign of ['\u0007', '\u001B', '\u2028']) {
      const spelt = `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
      const clean = withoutCards(
        `{"label${spelt} 4111111111111111":"a${spelt} 4111111111111111 ${spelt} 123"}`,
      );
      expect(JSON.parse(clean)).toEqual({
        [`label${sign} 411111******1111`]: `a${sign} 411111******1111 ${sign} ***`,
      });
    }
  });

  it('what is no JSON is looked at, too: files, pages, answers that were cut', () => {
    for (const card of planted.slice(0, 50)) {
      expect(withoutCards(`a,b\n1,${card}\n`)).not.toContain(card);
      expect(withoutCards(`<p>${card}</p>`)).not.toContain(card);
      expect(withoutCards(`{"label":"${card}","cut":"`)).not.toContain(card);
    }
  });
});

describe('what money goes by is kept to the digit', () => {
  it.each([
    'merchant_order_id',
    'ref_number',
    'transactionId',
    'orderId',
    'orderReference',
    'sourceOfFundsRef',
    'terminalId',
    'id',
    'transactionIds',
    'rrn',
    'cardToken',
  ])('%s that passes for a card by chance', (name) => {
    for (const card of cardNumbers(200)) {
      const text = `{"a":{"${name}":"${card}"},"b":[{"${name}":${card}}],"${name}":["${card}"]}`;
      expect(withoutCards(text)).toBe(text);
    }
  });

  it('amounts, times, masked cards, telephone numbers and long numbers that are no card', () => {
    const text =
      '{"amount":4111111111111111.00,"total":"1234567890123.45","at":1763949600000,"maskedCard":"512345xxxxxx2346","phone":"+20 100 123 4567","serialNumber":"4111111111111111","label":"4111111111111112 till 3","iban":"EG38 0019 0005 0000 0000 2631 8000 2"}';
    expect(withoutCards(text)).toBe(text);
  });

  it('our own names of transfers and schedules, whatever their digits pass for', () => {
    for (const name of ['01a22364-3973-7568-83fc-1db722a56dc9', '01a22364-3973-7036-9039-dba48f5f6f83']) {
      const text = `{"batchName":"${name}","transfers":[{"description":"${name}-1, ${name.toUpperCase()}"}]}`;
      expect(withoutCards(text)).toBe(text);
    }
    const clock = testClock(Date.UTC(2026, 10, 28, 18));
    const random = seededRng(5);
    for (let made = 0; made < 5_000; made += 1) {
      const text = `{"batchName":"${uuidv7({ clock, random })}"}`;
      expect(withoutCards(text)).toBe(text);
      clock.forward(1_000);
    }
    // A card beside a UUID is still found.
    expect(withoutCards('{"label":"01a22364-3973-7568-83fc-1db722a56dc9 4111111111111111"}')).toContain(
      '411111******1111',
    );
  });

  it('names said twice stay said twice', () => {
    const text = '{"orderId":"A","orderId":"B","label":"4111111111111111"}';
    expect(withoutCards(text)).toBe('{"orderId":"A","orderId":"B","label":"411111******1111"}');
  });
});

it('every way an answer comes in is looked at: reads, refusals, writes, movements', async () => {
  const [card = ''] = cardNumbers(1);
  const body = JSON.stringify({ messages: { en: `card ${card}` }, label: card });
  for (const status of [200, 400]) {
    const server = await httpServer((_request, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body),
    );
    const url = `http://127.0.0.1:${server.port}/x`;
    const read = await readAnswer({ method: 'GET', url, headers: {}, onTerminal: false }, hurriedClock());
    const write = await writeOnce({ method: 'POST', url, headers: {}, body: null }, {}, systemClock);
    const moved = await sendMovement(movement(server.port), () => {}, { clock: systemClock, secretKey: 'k' });
    expect(JSON.stringify([read, write, moved])).toContain(card.slice(0, 6));
    expect(JSON.stringify([read, write, moved])).not.toContain(card);
    await server.close();
  }
});

it('the look at an answer is linear', () => {
  for (const hostile of [
    '{"a":"' + '4 '.repeat(200_000),
    '{' + '"\\'.repeat(200_000),
    '['.repeat(200_000) + '4111111111111111',
    `{"a":"${'4111 '.repeat(80_000)}"}`,
  ])
    expect(withoutCards(hostile).length).toBeGreaterThan(0);
});
