/** The table of one operation: our word, their field, three values, and how it is known. */
import { Checkbox, NativeSelect, Table } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnswerView } from '#shared/contract/answers.ts';
import { useLocale } from '../../app-store.ts';
import { formatDayTime, formatDecimal, type Locale } from '../../i18n/format.ts';
import { operationText } from '../../components/operation-text.ts';
import { Proof } from './answer-proof.tsx';
import { needsTicks } from './asked.ts';
import { useAnswers } from './store.ts';

const keyOf = (at: readonly string[]) => JSON.stringify(at);
const NOWHERE = '';

/** Where it is; an administrator may say otherwise. Words of a part stay where they were found. */
function Place({
  answer,
  word,
  at,
  label,
}: {
  answer: AnswerView;
  word: string;
  at: readonly string[] | null;
  label: string;
}) {
  const { t } = useTranslation();
  const act = useAnswers((state) => state.act);
  if (word.includes('.') || answer.places.length === 0)
    return (
      <bdi dir="ltr" className="id">
        {at?.join('.')}
      </bdi>
    );
  const choices = answer.places.map((place) => ({ value: keyOf(place.at), label: place.at.join('.') }));
  return (
    <NativeSelect
      size="xs"
      dir="ltr"
      aria-label={t('answers.change', { word: label })}
      value={at === null ? NOWHERE : keyOf(at)}
      data={[{ value: NOWHERE, label: t('answers.notGiven') }, ...choices]}
      onChange={({ currentTarget: { value } }) =>
        void act(
          'answers.change',
          {
            name: answer.name,
            word,
            at: value === NOWHERE ? null : (JSON.parse(value) as string[]),
            value: null,
          },
          `change-${word}`,
        )
      }
    />
  );
}

export function useWord(): (word: string) => string {
  const { t } = useTranslation();
  return (word) => t([`answers.word.${word.split('.').at(-1) ?? word}`, 'answers.word.other'], { word });
}

/** Of these words the values are amounts. */
const AMOUNT = /^unit$|amount|gross|fee|vat|net|adjustment|total/iu;
const DECIMAL = /^-?\d+(?:\.\d+)?$/u;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/u;

/** A name by which a person looks something up; words, dates and numbers are read as everywhere else. */
const isId = (word: string): boolean => /(?:^id|Ids?|[Nn]umber|[Rr]eference)$/u.test(word);

/** Of a word that sums have proven: whether it is taken off to give the net, or is the net. Null for any other. */
function termOf({ word, proof, by }: AnswerView['fields'][number]): 'sumOff' | 'sumNet' | null {
  if (proof !== 'proven' || by !== 'sum') return null;
  const name = word.split('.').at(-1) ?? word;
  if (/fee|vat/iu.test(name)) return 'sumOff';
  return name === 'netAmount' ? 'sumNet' : null;
}

const isAmounts = (word: string, examples: readonly string[]): boolean =>
  AMOUNT.test(word.split('.').at(-1) ?? word) && examples.every((example) => DECIMAL.test(example));

/** A time and an amount as they are read everywhere else; all else as it came. */
function shownExample(word: string, example: string, locale: Locale): string {
  const ownName = word.split('.').at(-1) ?? word;
  if (DECIMAL.test(example) && (AMOUNT.test(ownName) || example.includes('.')))
    return formatDecimal(example, locale);
  return INSTANT.test(example) ? formatDayTime(Date.parse(example), locale) : example;
}

/** As many decimals as the longest of them has, so that they stand under each other. */
const decimalsIn = (examples: readonly string[]): number =>
  Math.max(0, ...examples.map((example) => example.split('.')[1]?.length ?? 0));
const padded = (example: string, decimals: number): string => {
  const [whole = '', fraction = ''] = example.split('.');
  return decimals === 0 ? whole : `${whole}.${fraction.padEnd(decimals, '0')}`;
};

type ExamplesProps = {
  word: string;
  examples: readonly string[];
  /** The calculation that they stand in takes them off. */
  takenOff?: boolean;
};

function Examples({ word, examples, takenOff = false }: ExamplesProps) {
  const locale = useLocale();
  const sign = (example: string) => (takenOff && !example.startsWith('-') ? '−' : '');
  // Amounts of one row of theirs stand in one column, so that gross less fees and VAT is read down to the net.
  if (isAmounts(word, examples)) {
    const decimals = decimalsIn(examples);
    return (
      <span dir="ltr" className="answer-amounts">
        {examples.map((example, at) => (
          <span key={at} title={example}>
            {sign(example)}
            {formatDecimal(padded(example, decimals), locale)}
          </span>
        ))}
      </span>
    );
  }
  return (
    <bdi dir="ltr" className={isId(word) ? 'id' : undefined}>
      {examples.map((example, at) => (
        <Fragment key={at}>
          <span className="no-wrap" title={example}>
            {shownExample(word, example, locale)}
            {at < examples.length - 1 && ' ·'}
          </span>{' '}
        </Fragment>
      ))}
    </bdi>
  );
}

/** What waits for a person's word first, then what nothing has proven. */
const inOrder = (fields: AnswerView['fields']) =>
  fields.toSorted(
    (a, b) =>
      Number(b.needsWord) - Number(a.needsWord) ||
      Number(a.proof === 'proven') - Number(b.proof === 'proven'),
  );

type Props = { answer: AnswerView; ticked: readonly string[]; onTick: (word: string) => void };

function UnitRow({ answer: { name, unit }, ticked, onTick }: Props) {
  const { t } = useTranslation();
  const act = useAnswers((state) => state.act);
  if (unit === null) return null;
  return (
    <Table.Tr data-word="unit">
      <Table.Td>{t('answers.unit.title')}</Table.Td>
      <Table.Td>
        <NativeSelect
          size="xs"
          aria-label={t('answers.unit.title')}
          value={unit.unit}
          data={[
            { value: 'major', label: t('answers.unit.major') },
            { value: 'minor', label: t('answers.unit.minor') },
          ]}
          onChange={({ currentTarget: { value } }) =>
            void act('answers.change', { name, word: 'unit', at: null, value }, 'change-unit')
          }
        />
      </Table.Td>
      <Table.Td>
        <Examples word="unit" examples={unit.examples} />
      </Table.Td>
      <Table.Td>
        <Proof evidence={unit} />
      </Table.Td>
      <Table.Td>
        <Tick
          word="unit"
          label={t('answers.unit.title')}
          show={unit.needsWord}
          ticked={ticked}
          onTick={onTick}
        />
      </Table.Td>
    </Table.Tr>
  );
}

function CurrencyRow({ answer: { currency }, ticked, onTick }: Props) {
  const { t } = useTranslation();
  if (currency === null) return null;
  const evidence = {
    proof: 'not-proven',
    by: 'values',
    held: 0,
    of: 0,
    needsWord: true,
    isConfirmed: currency.isConfirmed,
  } as const;
  return (
    <Table.Tr data-word="currency">
      <Table.Td>{t('answers.word.currency')}</Table.Td>
      <Table.Td>{t('answers.currencyNotGiven')}</Table.Td>
      <Table.Td>
        <bdi dir="ltr">{currency.code}</bdi>
      </Table.Td>
      <Table.Td>
        <Proof evidence={evidence} />
      </Table.Td>
      <Table.Td>
        <Tick word="currency" label={t('answers.word.currency')} show ticked={ticked} onTick={onTick} />
      </Table.Td>
    </Table.Tr>
  );
}

function Tick({
  word,
  label,
  show,
  ticked,
  onTick,
}: {
  word: string;
  label: string;
  show: boolean;
  ticked: readonly string[];
  onTick: (word: string) => void;
}) {
  const { t } = useTranslation();
  return show ? (
    <Checkbox
      label={t('answers.column.right')}
      aria-label={t('answers.tick', { word: label })}
      checked={ticked.includes(word)}
      onChange={() => onTick(word)}
    />
  ) : null;
}

function Heads({ asks }: { asks: boolean }) {
  const { t } = useTranslation();
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{t('answers.column.ours')}</Table.Th>
        <Table.Th>{t('answers.column.theirs')}</Table.Th>
        <Table.Th>{t('answers.column.examples')}</Table.Th>
        <Table.Th>{t('answers.column.proof')}</Table.Th>
        <Table.Th>{asks && <span className="visually-hidden">{t('answers.column.right')}</span>}</Table.Th>
      </Table.Tr>
    </Table.Thead>
  );
}

export function AnswerFields(props: Props) {
  const { t } = useTranslation();
  const { answer, ticked, onTick } = props;
  const wordOf = useWord();
  return (
    <Table className="answer-table" verticalSpacing={6} aria-label={operationText(t, answer.name)}>
      <Heads asks={needsTicks(answer)} />
      <Table.Tbody>
        {inOrder(answer.fields).map((field) => (
          <Table.Tr
            key={field.word}
            data-word={field.word}
            data-proof={field.proof}
            data-asks={field.needsWord || undefined}
          >
            <Table.Td>{wordOf(field.word)}</Table.Td>
            <Table.Td>
              <Place answer={answer} word={field.word} at={field.at} label={wordOf(field.word)} />
            </Table.Td>
            <Table.Td>
              <Examples word={field.word} examples={field.examples} takenOff={termOf(field) === 'sumOff'} />
            </Table.Td>
            <Table.Td>
              <Proof evidence={field} term={termOf(field)} />
            </Table.Td>
            <Table.Td>
              <Tick
                word={field.word}
                label={wordOf(field.word)}
                show={field.needsWord}
                ticked={ticked}
                onTick={onTick}
              />
            </Table.Td>
          </Table.Tr>
        ))}
        {answer.notGiven.map((word) => (
          <Table.Tr key={word} data-word={word}>
            <Table.Td>{wordOf(word)}</Table.Td>
            <Table.Td>
              <Place answer={answer} word={word} at={null} label={wordOf(word)} />
            </Table.Td>
            <Table.Td />
            <Table.Td>
              <span className="muted size-13">
                {t(answer.missing.includes(word) ? 'answers.missing' : 'answers.notGiven')}
              </span>
            </Table.Td>
            <Table.Td />
          </Table.Tr>
        ))}
        <UnitRow {...props} />
        <CurrencyRow {...props} />
      </Table.Tbody>
    </Table>
  );
}
