/** The check of an event's signature: published vectors, and 200 wrong ones with their causes. */
import { expect, it } from 'vitest';
import { checkSignature } from '#electron/services/profiles/check-signature.ts';
import { PUBLISHED_BODY, PUBLISHED_SIGNATURE } from '../../fixtures/published-event.ts';
import {
  bodyOf,
  eventOf,
  hmac,
  keyOf,
  profileOf,
  register,
  sign,
  textOf,
  wrongSignatures,
} from '../../fixtures/signatures.ts';
import { must } from './operations/harness.ts';

const check = async (body: string, signature: string, given = register()) =>
  must(await checkSignature(given, { body, signature }));

it('the published vector is valid, and its signed text is the published one', async () => {
  expect(await check(PUBLISHED_BODY, PUBLISHED_SIGNATURE)).toEqual({
    verdict: 'valid',
    verifier: 'transaction',
    signedText:
      'amount=1&channel=online%20%7C%20e-commerce&currency=EGP&kashierOrderId=9ad06b17-755b-4e21-9774-aff3e2726ac9' +
      '&merchantOrderId=1653481557813&method=card&orderReference=TEST-ORD-38855&status=SUCCESS' +
      '&transactionId=TX-249893963&transactionResponseCode=00',
  });
  expect((await check(PUBLISHED_BODY, ` x-signature: ${PUBLISHED_SIGNATURE} `)).verdict).toBe('valid');
});

it('each of 200 wrong signatures has its cause named, and the right ones beside them are valid', async () => {
  for (const { number, event, body, signature, cause } of wrongSignatures) {
    const checked = await check(body, signature);
    expect([number, 'cause' in checked ? checked.cause : 'valid']).toEqual([number, cause]);
    expect((await check(bodyOf(event), sign(event))).verdict).toBe('valid');
  }
});

it('without a profile of the other mode its keys are not tried, and that is said', async () => {
  const event = eventOf(0);
  const alone = register([profileOf('test')]);
  const signature = hmac(keyOf(event, 'live'), textOf(event));
  expect(await check(bodyOf(event), signature, alone)).toMatchObject({
    cause: 'key-or-content',
    triedOtherMode: false,
  });
  expect(await check(bodyOf(event), signature)).toMatchObject({ cause: 'other-mode', triedOtherMode: true });
});
