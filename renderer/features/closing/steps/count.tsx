/** Step 4: what was counted, per currency and payment type. What is typed is kept as it was typed. */
import { Alert, Table, TextInput } from '@mantine/core';
import { IconCash, IconEyeOff } from '@tabler/icons-react';
import { type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClosingDetail, CountLine } from '#shared/contract/closing-day.ts';
import { kindOfLine, salesFirst } from '#shared/domain/closing.ts';
import { useLocale } from '../../../app-store.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { GuardedButton } from '../../../components/guarded-button.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { currencyLabel, formatCount, formatMoney } from '../../../i18n/format.ts';
import { useMay } from '../../../people-store.ts';
import { AddLine } from '../add-line.tsx';
import { isDone, lineKey, readTyped, stepOf } from '../selectors.ts';
import { ReasonedButton, StepFrame } from '../step-frame.tsx';
import { useClosing, type AddedLine } from '../store.ts';
import { DifferenceText, useBlockText, useTypeName } from '../words.tsx';

const emptyLine = ({ currency, paymentType }: AddedLine): CountLine => ({
  currency,
  paymentType,
  kind: kindOfLine({ paymentType }),
  count: null,
  expected: null,
  typed: null,
  counted: null,
  difference: null,
  verdict: null,
  large: false,
  explanation: null,
});

function useLines(closing: ClosingDetail) {
  const { typed, added } = useClosing();
  const lines = [...salesFirst(closing.lines), ...added.map(emptyLine)];
  return lines.map((line) => ({ line, text: typed[lineKey(line)] ?? line.typed ?? '' }));
}

type CountRowProps = { line: CountLine; text: string; blind: boolean; onLeave: () => void };

function CountRow({ line, text, blind, onLeave }: CountRowProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const typeName = useTypeName();
  const type = useClosing((state) => state.type);
  const mayCount = useMay('close.count').allowed;
  const read = readTyped(text, line.currency);
  const stored = text === line.typed;
  const currency = currencyLabel(line.currency, locale.language);
  const example = formatMoney({ minor: 123450n, currency: line.currency }, { ...locale, digits: 'latin' });
  return (
    <Table.Tr data-line={lineKey(line)}>
      <Table.Td>
        <label htmlFor={`count-${lineKey(line)}`}>
          {typeName(line.paymentType)} <span className="money-code">{currency}</span>
        </label>
      </Table.Td>
      {!blind && (
        <>
          <Table.Td className="number-cell">
            {line.count === null ? '—' : formatCount(line.count, locale)}
          </Table.Td>
          <Table.Td className="number-cell">
            {line.expected ? <MoneyText value={line.expected} /> : '—'}
          </Table.Td>
        </>
      )}
      <Table.Td>
        <TextInput
          id={`count-${lineKey(line)}`}
          className="count-input"
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          maxLength={60}
          readOnly={!mayCount}
          value={text}
          error={read === 'not-understood' && t('closing.count.notUnderstood', { example })}
          onChange={(event) => type(lineKey(line), event.currentTarget.value)}
          onBlur={onLeave}
        />
      </Table.Td>
      {!blind && (
        <Table.Td className="number-cell">
          {stored && line.difference ? <DifferenceText value={line.difference} /> : '—'}
        </Table.Td>
      )}
    </Table.Tr>
  );
}

/** Enter goes to the next field, and from the last one to the button. */
function toNextField(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
  if (!event.target.id.startsWith('count-')) return;
  event.preventDefault();
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>('.count-input input, .count-save')];
  const next = fields[fields.indexOf(event.target) + 1];
  next?.focus();
  if (next instanceof HTMLInputElement) next.select();
}

function CountForm({ closing }: { closing: ClosingDetail }) {
  const { t } = useTranslation();
  const { run, busy, keepTyped } = useClosing();
  const may = useMay('close.count');
  const lines = useLines(closing);
  const missing = lines.filter(({ text }) => text.trim() === '').length;
  const wrong = lines.filter(({ line, text }) => readTyped(text, line.currency) === 'not-understood').length;
  const changed = lines.some(({ line, text }) => text !== (line.typed ?? ''));
  const done = isDone(closing, 'count');
  const typedLines = () =>
    lines.map(({ line, text }) => ({
      currency: line.currency,
      paymentType: line.paymentType,
      typed: text,
    }));
  const save = async () => {
    if (await run('closing.count', { lines: typedLines() })) useClosing.setState({ typed: {}, added: [] });
  };
  // A whole count is stored by a person only: a blind one shows what is expected from then on.
  const listed = new Set(closing.lines.map(lineKey));
  const whole = !lines.some(({ line, text }) => listed.has(lineKey(line)) && text.trim() === '');
  const keep = () => void (changed && !whole && keepTyped(typedLines()));
  return (
    <form
      className="close-form"
      onKeyDown={toNextField}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {closing.blind && (
        <Alert color="gray" icon={<IconEyeOff size={20} />} title={t('closing.count.blindTitle')}>
          {t('closing.count.blindText')}
        </Alert>
      )}
      <Table aria-label={t('closing.step.name.count')} className="close-table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('terminals.column.paymentType')}</Table.Th>
            {!closing.blind && (
              <>
                <Table.Th className="number-cell">{t('closing.column.count')}</Table.Th>
                <Table.Th className="number-cell">{t('closing.column.expected')}</Table.Th>
              </>
            )}
            <Table.Th w={220}>{t('closing.column.counted')}</Table.Th>
            {!closing.blind && <Table.Th className="number-cell">{t('closing.column.difference')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map(({ line, text }) => (
            <CountRow key={lineKey(line)} line={line} text={text} blind={closing.blind} onLeave={keep} />
          ))}
        </Table.Tbody>
      </Table>
      {may.allowed && <AddLine lines={lines.map(({ line }) => line)} />}
      {(changed || (!done && lines.length > 0)) && (
        <div className="close-actions">
          <GuardedButton
            guard={may}
            type="submit"
            className="count-save"
            loading={busy === 'closing.count'}
            disabled={wrong > 0}
          >
            {t('closing.count.save')}
          </GuardedButton>
          <span className="muted" role="status">
            {wrong > 0
              ? t('closing.count.wrong', { count: wrong, number: wrong })
              : missing > 0
                ? t('closing.block.not-counted', { count: missing, number: missing })
                : ''}
          </span>
        </div>
      )}
    </form>
  );
}

export function CountStep({ closing }: { closing: ClosingDetail }) {
  const { t } = useTranslation();
  const { run, busy, typed, added } = useClosing();
  const may = useMay('close.count');
  const blockText = useBlockText();
  const { blocked } = stepOf(closing, 'count');
  const done = isDone(closing, 'count');
  const unsaved = Object.keys(typed).length > 0 || added.length > 0 || (!done && closing.lines.length > 0);
  if (closing.frozenAtMs === null) {
    const inTheWay = blocked && blocked.reason !== 'not-frozen' ? blockText(blocked) : null;
    return (
      <StepFrame
        closing={closing}
        step="count"
        action={
          <ReasonedButton
            reason={may.allowed ? inTheWay : may.reason}
            loading={busy === 'closing.freeze'}
            onClick={() => void run('closing.freeze', {})}
          >
            {t('closing.count.begin')}
          </ReasonedButton>
        }
      >
        <EmptyState
          icon={<IconCash size={28} />}
          title={t('closing.count.beginTitle')}
          text={t('closing.count.beginText')}
        />
      </StepFrame>
    );
  }
  return (
    <StepFrame closing={closing} step="count" quiet={unsaved}>
      {closing.lines.length === 0 && added.length === 0 && (
        <EmptyState
          icon={<IconCash size={28} />}
          title={t('closing.count.nothingTitle')}
          text={t('closing.count.nothingText')}
        />
      )}
      <CountForm closing={closing} />
    </StepFrame>
  );
}
