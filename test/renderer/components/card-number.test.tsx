/** A number that passes for that of a card: of an account the screen says what to enter instead, of a text to take it out. */
import '../calls.ts';
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ErrorNotice } from '#renderer/components/error-notice.tsx';
import { inputError } from '#shared/errors/app-error.ts';
import arabic from '../../../resources/locales/ar/errors.json' with { type: 'json' };
import english from '../../../resources/locales/en/errors.json' with { type: 'json' };
import { useTexts } from '../reports/texts.ts';

const shown = (field: string) =>
  renderToStaticMarkup(
    <MantineProvider>
      <ErrorNotice error={inputError('card-number', { field })} />
    </MantineProvider>,
  );

it.each([
  ['en', english],
  ['ar', arabic],
] as const)(
  'in %s an account is entered by its IBAN, and a text loses the number',
  async (language, words) => {
    await useTexts(language);
    const { next, next_account: iban } = words.input['card-number'];
    expect(shown('number')).toContain(iban);
    expect(shown('recipient')).toContain(next);
    expect(shown('recipient')).not.toContain(iban);
  },
);
