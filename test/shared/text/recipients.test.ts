import { expect, it } from 'vitest';
import { recipientOf, recipientsIn } from '#shared/text/recipients.ts';

it.each([
  ['hany@example.com', { email: 'hany@example.com' }],
  [' +20 100 123-4567 ', { phone: '+201001234567' }],
  ['٠١٠٠١٢٣٤٥٦٧', { phone: '01001234567' }],
  ['hany@', null],
  ['12345', null],
  ['Hany', null],
])('%s is sent as %j', (typed, wanted) => expect(recipientOf(typed)).toEqual(wanted));

it('recipients are read one a line or between commas, each once', () =>
  expect(recipientsIn('a@b.eg, c@d.eg\n\na@b.eg;٠١٠٠ ١٢٣ ٤٥٦٧')).toEqual([
    'a@b.eg',
    'c@d.eg',
    '٠١٠٠ ١٢٣ ٤٥٦٧',
  ]));
