/** The parts of a row's drawer below its facts: lines, texts of a machine, and rows of other lists that name it. */
import { Anchor, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { KeptDetail, KeptLine, KeptRow } from '#shared/contract/kept.ts';
import { calledBy, pathOfKept } from '#shared/domain/kept-lists.ts';
import { shownText } from '#shared/text/shown-text.ts';
import { useCounted } from '../../components/counted.ts';
import { FactRow } from '../../components/fact.tsx';
import { IdText } from '../../components/id-text.tsx';
import { showPayments } from '../payments/index.tsx';
import { Answers } from './answers.tsx';
import { CellText, wordOf } from './cells.tsx';
import { textIn } from './text-in.ts';

function Lines({ lines }: { lines: readonly KeptLine[] }) {
  const { t } = useTranslation();
  return (
    <dl className="facts">
      {lines.map(({ name, cell }, place) => (
        <FactRow key={place} name={<bdi>{name === null ? '—' : wordOf(t, name)}</bdi>}>
          <CellText kind="text" cell={cell} />
        </FactRow>
      ))}
    </dl>
  );
}

/** A text of a machine, as it was sent. */
const Body = ({ lines }: { lines: readonly KeptLine[] }) =>
  lines.map(({ cell }, place) => (
    <pre key={place} className="wire-text" dir="ltr" tabIndex={0}>
      {cell?.is === 'text' ? cell.text : '—'}
    </pre>
  ));

export function Part({ part, lines }: { part: KeptLine['part']; lines: readonly KeptLine[] }) {
  const { t } = useTranslation();
  if (lines.length === 0) return null;
  if (part === 'body')
    return (
      <details className="folded set-off">
        <summary>{t(`kept.part.${part}`)}</summary>
        <Body lines={lines} />
      </details>
    );
  return (
    <section className="set-off">
      <h3 className="size-13">{t(`kept.part.${part}`)}</h3>
      {part === 'answers' ? <Answers lines={lines} /> : <Lines lines={lines} />}
    </section>
  );
}

export function Related({ related: { list, count, rows } }: { related: KeptDetail['related'][number] }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const title = calledBy(list);
  return (
    <section className="set-off">
      <h3 className="size-13">
        {t(`kept.list.${list}`)} <span className="muted">{t('grid.rows', counted(count))}</span>
      </h3>
      <ul className="plain-list">
        {rows.map((row) => (
          <li key={row.key}>
            <Anchor component={Link} href={pathOfKept(list, row.key)} inherit>
              <bdi>{shownText((title && textIn(row, title)) ?? row.key)}</bdi>
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a delivery told of, and the way to it. */
export function About({ row }: { row: KeptRow }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const [kind, about] = [textIn(row, 'aboutKind'), textIn(row, 'about')];
  return (
    <>
      <span className="row-8 flow">
        {kind !== null && <bdi>{wordOf(t, kind)}</bdi>}
        <IdText value={about} copyable />
      </span>
      {kind === 'transaction' && about !== null && (
        <Anchor
          component="button"
          size="sm"
          onClick={() => {
            showPayments({ text: about });
            navigate('/payments');
          }}
        >
          {t('kept.showPayment')}
        </Anchor>
      )}
      {kind === 'transfer' && about !== null && (
        <Anchor component={Link} href={pathOfKept('sent', about)} size="sm">
          {t('kept.showTransfer')}
        </Anchor>
      )}
    </>
  );
}

/** Found by the name as it is shown here: a contact in it may be masked. */
export function PaymentsOf({ customer, inFoot = false }: { customer: string; inFoot?: boolean }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  return (
    <Button
      className={inFoot ? '' : 'set-off'}
      size={inFoot ? 'sm' : 'xs'}
      variant="default"
      onClick={() => {
        showPayments({ customer });
        navigate('/payments');
      }}
    >
      {t('kept.paymentsOf')}
    </Button>
  );
}
