import '../calls.ts';
import { expect, it } from 'vitest';
import { emptyInvoice } from '#renderer/features/bills/bill-form.ts';
import { Lines } from '#renderer/features/bills/invoice-lines.tsx';
import { markupOf } from '../adds-up.tsx';
import { useTexts } from '../reports/texts.ts';

it.each(['en', 'ar'] as const)(
  'in %s the items of an invoice say what the customer pays',
  async (language) => {
    await useTexts(language);
    const form = {
      ...emptyInvoice,
      type: 'professional' as const,
      lines: [{ description: 'Lunch boxes', quantity: '15', unitPrice: '125' }],
    };
    const shown = markupOf(
      <Lines form={form} change={() => undefined} wrong={() => undefined} groupAmount={() => undefined} />,
    );
    expect(shown).toContain('1,875.00');
    expect(shown).not.toContain('{{');
  },
);
