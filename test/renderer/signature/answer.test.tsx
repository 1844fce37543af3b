/** What the screen says of a signature, in both languages: the published one is valid, each of 200 wrong ones has its cause named. */
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { checkSignature } from '#electron/services/profiles/check-signature.ts';
import { Signed, Verdict, type Checked } from '#renderer/features/signature/answer.tsx';
import arabic from '../../../resources/locales/ar/signature.json' with { type: 'json' };
import english from '../../../resources/locales/en/signature.json' with { type: 'json' };
import { PUBLISHED_BODY, PUBLISHED_SIGNATURE } from '../../fixtures/published-event.ts';
import { register, wrongSignatures } from '../../fixtures/signatures.ts';
import { useTexts } from '../reports/texts.ts';

async function checked(body: string, signature: string): Promise<Checked> {
  const answer = await checkSignature(register(), { body, signature });
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value;
}
const shown = (checkedNow: Checked): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <Verdict checked={checkedNow} />
      <Signed checked={checkedNow} />
    </MantineProvider>,
  )
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"');

type Words = typeof english;
/** The sentence of a cause, whatever is filled in. */
function sentenceOf(words: Words, cause: string): RegExp {
  const all: Record<string, string> = { ...words.cause, ...words.unreadable };
  const sentence = all[cause] ?? `no sentence for ${cause}`;
  return new RegExp(sentence.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\{\w+\}\}/g, '\\S+'));
}

describe.each([
  ['en', english],
  ['ar', arabic],
] as const)('in %s', (language, words) => {
  it('the published signature is said to be valid, with the text that it signs', async () => {
    await useTexts(language);
    const text = shown(await checked(PUBLISHED_BODY, PUBLISHED_SIGNATURE));
    expect(text).toContain(words.verdict.valid);
    expect(text).toContain('channel=online%20%7C%20e-commerce&currency=EGP');
  });

  it('no two causes have the same sentence', () => {
    const sentences = [...Object.values(words.cause), ...Object.values(words.unreadable)];
    expect(new Set(sentences).size).toBe(sentences.length);
  });

  it('each of 200 wrong ones has its cause named, and no other', async () => {
    await useTexts(language);
    const causes = [...new Set(wrongSignatures.map(({ cause }) => cause))];
    for (const { number, body, signature, cause } of wrongSignatures) {
      const text = shown(await checked(body, signature));
      const named = causes.filter((one) => sentenceOf(words, one).test(text));
      expect([number, named]).toEqual([number, [cause]]);
    }
  });
});
