import { describe, expect, it } from 'vitest';
import { recordedAnswers } from '#electron/learning/recorded.ts';

const windows = '{"data":[{"id":"W-1","total":1234.50}]}';

describe('recorded answers', () => {
  it('of a HAR file are found by their address, amounts as they were written', () => {
    const entry = (url: string, status: number, text: string, encoding?: string) => ({
      request: { method: 'GET', url },
      response: { status, content: { text, encoding } },
    });
    const har = {
      log: {
        entries: [
          entry('https://gateway.example/v3/payment/settlement/windows?page=1', 200, windows),
          entry('https://gateway.example/v3/payment/settlement/windows?page=2', 500, '{}'),
          entry(
            'https://gateway.example/v2/accounts',
            200,
            Buffer.from('[{"id":"A"}]').toString('base64'),
            'base64',
          ),
          entry('https://gateway.example/logo.png', 200, 'PNG'),
        ],
      },
    };
    const found = recordedAnswers(JSON.stringify(har));
    expect([...found.keys()].sort()).toEqual(['payouts.accounts', 'settlement.windows']);
    expect(JSON.stringify(found.get('settlement.windows'))).toContain('"text":"1234.50"');
  });

  it('of a JSON file are found by method and path', () =>
    expect(
      recordedAnswers(`{"GET /v3/payment/settlement/windows?page=1":${windows}}`).get('settlement.windows'),
    ).toHaveLength(1));

  it('of anything else are refused', () => expect(() => recordedAnswers('[1]')).toThrow('no HAR'));
});
