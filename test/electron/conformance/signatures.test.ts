import { expect, test } from 'vitest';
import {
  hmacHex,
  isSignature,
  serviceHash,
  transactionText,
  transferText,
} from '#electron/conformance/signatures.ts';

test('the published Service-Hash comes out', () => {
  expect(serviceHash('11111', 'mid-0-1', '99', '20', 'EGP')).toBe(
    '606a8a1307d64caf4e2e9bb724738f115a8972c27eccb2a8acd9194c357e4bec',
  );
});

test('the published webhook signature comes out, in whatever order the keys are listed', () => {
  const values = {
    transactionResponseCode: '00',
    amount: 1,
    channel: 'online | e-commerce',
    currency: 'EGP',
    kashierOrderId: '9ad06b17-755b-4e21-9774-aff3e2726ac9',
    merchantOrderId: '1653481557813',
    method: 'card',
    orderReference: 'TEST-ORD-38855',
    status: 'SUCCESS',
    transactionId: 'TX-249893963',
  };
  const text = transactionText({ signatureKeys: Object.keys(values), values });
  expect(hmacHex('11111', text)).toBe('9610477b2255b2a8ef84fd89adfaa5f1305ff9c20324205851890f1ea03109f4');
});

test('a transfer keeps the order of its keys and raw values', () => {
  const values = { status: 'FAILED', amount: 10.5, name: "A & B's" };
  expect(transferText({ signatureKeys: ['name', 'status', 'amount'], values })).toBe(
    "name=A & B's&status=FAILED&amount=10.5",
  );
});

test('a signature of another length is none', () => {
  expect(isSignature('abc', 'abc')).toBe(true);
  expect(isSignature('abc', 'abd')).toBe(false);
  expect(isSignature('abc', '')).toBe(false);
});
