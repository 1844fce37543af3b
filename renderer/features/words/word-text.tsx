/** A word of the gateway on screen, and what is known of it, in words. */
import { useTranslation } from 'react-i18next';
import type { WordView } from '#shared/contract/words.ts';
import type { SayableKind } from '#shared/domain/kinds/index.ts';
import { useCounted } from '../../components/counted.ts';

/** Longer ones are cut: a gateway may send anything. */
const MOST = 60;
const cut = (word: string) => (word.length > MOST ? `${word.slice(0, MOST)}…` : word);

export const useWordName = (): ((word: WordView) => string) => {
  const { t } = useTranslation();
  return ({ word }) => (word === null ? t('words.none') : t('words.quoted', { word: cut(word) }));
};

export function WordText({ word }: { word: WordView }) {
  const { t } = useTranslation();
  if (word.word === null) return <>{t('words.none')}</>;
  return <bdi title={word.word.slice(0, 400)}>{cut(word.word)}</bdi>;
}

/** What speaks for the proposal, each with its number of rows. */
export function useEvidence(): (word: WordView) => string[] {
  const { t } = useTranslation();
  const counted = useCounted();
  const kindName = (kind: SayableKind) => t(`words.kind.${kind}`);
  return ({ proposal, sign, wholeOfSales, partOfSales, otherwise }) => [
    ...(otherwise === null ? [] : [t(`words.evidence.otherwise-${sign}`, { kind: kindName(otherwise) })]),
    ...(proposal?.reason === 'name' ? [t('words.evidence.name', { kind: kindName(proposal.kind) })] : []),
    t(`words.evidence.${sign}`),
    ...(wholeOfSales > 0 ? [t('words.evidence.whole', counted(wholeOfSales))] : []),
    ...(partOfSales > 0 ? [t('words.evidence.part', counted(partOfSales))] : []),
  ];
}
