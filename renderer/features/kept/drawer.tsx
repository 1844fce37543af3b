/** A row of a kept list: everything that is kept of it, its parts, and rows of other lists that name it. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { KeptDetail } from '#shared/contract/kept.ts';
import { sharedIn } from '#shared/contract/sharing.ts';
import {
  keptColumns,
  keptFacts,
  keptParts,
  calledBy,
  type KeptColumn,
  type KeptListName,
} from '#shared/domain/kept-lists.ts';
import { isCreationId } from '#shared/domain/making.ts';
import { shownText } from '#shared/text/shown-text.ts';
import { useCounted } from '../../components/counted.ts';
import { isOpaque } from '../../components/event-subject.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FactRow } from '../../components/fact.tsx';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { DayText } from '../../components/time-text.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { Events, eventWord } from '../../components/webhook-events.tsx';
import { BillActs, BulkStanding } from '../bills/index.tsx';
import { EntryActs, thingOf } from '../catalogue/index.tsx';
import { DeliveryActs } from '../deliveries/index.tsx';
import { ScheduleActs, SentActs, SentBatch } from '../transfers/index.tsx';
import { NotSent, ShareAct, ShareLog } from '../sharing/index.tsx';
import { WebhookActs } from '../webhooks/index.tsx';
import { CellText, isUnchanged } from './cells.tsx';
import { BillParts, isBill } from './bill-parts.tsx';
import { About, Part, PaymentsOf, Related } from './drawer-parts.tsx';
import { textIn } from './text-in.ts';
import { LastDelivery, useNewestDeliveries } from './last-delivery.tsx';
import { useKeptRow } from './use-row.ts';

/** The column of the amount that a row is about. */
const amountOf = (name: KeptListName) => keptColumns(name).find(([, kind]) => kind === 'money')?.[0] ?? null;

function Amount({ name, row }: { name: KeptListName; row: KeptDetail['row'] }) {
  const column = amountOf(name);
  const cell = column && row.cells[column];
  return cell?.is === 'money' ? (
    <div>
      <MoneyText value={cell.money} strong size={28} />
    </div>
  ) : null;
}

/** That nothing can be given back is said by its state. */
const isNothing = (column: KeptColumn, { cells }: KeptDetail['row']): boolean => {
  const cell = cells[column];
  return column === 'refundable' && cell?.is === 'money' && cell.money.minor === 0n;
};

type Row = KeptDetail['row'];

/** Where a row stands: beside what it is called, and no fact among facts. */
const STATES: readonly KeptColumn[] = [
  'paymentState',
  'bulkState',
  'discountState',
  'transferState',
  'scheduleState',
  'webhookState',
];

/** A bill of a batch that was sent to its customer. The gateway's list does not say whether it is paid. */
const isSentBill = (name: KeptListName, { bulkState }: Row['cells']): boolean =>
  name === 'bulk' && bulkState?.is === 'text' && bulkState.text === 'shared';

/** Its state, by when it has to be paid, and of a bill that can be sent whether this PC did. */
function Standing({ name, row: { key, cells } }: { name: KeptListName; row: Row }) {
  const { t } = useTranslation();
  const shared = sharedIn(name);
  const state = STATES.find((column) => cells[column]);
  if (state === undefined) return null;
  return (
    <div className="standing">
      <CellText kind="word" cell={cells[state]} />
      {cells.due && (
        <span className="muted size-13">
          {t('kept.column.due')} {cells.due.is === 'time' && <DayText value={cells.due.at} />}
        </span>
      )}
      {shared === 'invoice' && <NotSent what={shared} billKey={key} />}
    </div>
  );
}

type Fact = ReturnType<typeof keptFacts>[number];

/** What only a machine reads: a hash, a reference made by Closeout, and the address of a webhook that has a name. */
function isTechnical(name: KeptListName, row: Row, [column, kind]: Fact): boolean {
  if (name === 'deliveries' && column === 'webhookUrl') return true;
  if (kind !== 'id') return false;
  const text = textIn(row, column) ?? '';
  return isOpaque(text) || isCreationId(text);
}

/** What another fact says already: a change at the moment of its creation, the last of the answers that are listed below, and that a bill that can be paid was submitted. */
function isSaid(column: KeptColumn, row: Row): boolean {
  if (column === 'changed') return isUnchanged(row);
  // A delivery: the number says what it is of, and opens it.
  if (column === 'lastAnswer' || column === 'aboutKind') return true;
  // The sentence above counts them.
  if (column === 'attempts') return ['failed', 'delivered'].includes(textIn(row, 'deliveryState') ?? '');
  return column === 'billState' && textIn(row, column) === 'submitted';
}

/** What it is comes before when it was, and both before its numbers. */
const placeOf = ([column, kind]: Fact): number =>
  column === 'description' || column === 'about' ? 0 : kind === 'time' ? 2 : kind === 'id' ? 3 : 1;

const headOf = (t: TFunction, row: Row, column: KeptColumn): string =>
  t(
    column === 'categories' && !(textIn(row, column) ?? '').includes(', ')
      ? 'kept.column.oneCategory'
      : `kept.column.${column}`,
  );

/** What is not given and yet matters to who looks at the row. */
const lacksDescription = (name: KeptListName, row: Row): boolean =>
  name === 'products' && !row.cells.description;

/** What was not given has no line, and the amount stands above them all. */
function Facts({ name, row, technical }: { name: KeptListName; row: Row; technical: boolean }) {
  const { t } = useTranslation();
  const hasState = STATES.some((column) => row.cells[column]);
  const above = [
    calledBy(name),
    amountOf(name),
    isTitled(name) ? 'deliveryState' : null,
    isOfCustomer(name, row) ? 'billTo' : null,
    name === 'webhooks' ? 'webhookUrl' : null,
    ...(hasState ? ['due', ...STATES] : []),
  ];
  const facts = keptFacts(name)
    .filter(
      (fact) =>
        !above.includes(fact[0]) &&
        row.cells[fact[0]] &&
        !isNothing(fact[0], row) &&
        !isSaid(fact[0], row) &&
        isTechnical(name, row, fact) === technical,
    )
    .toSorted((one, other) => placeOf(one) - placeOf(other));
  const isLacking = !technical && lacksDescription(name, row);
  if (facts.length === 0 && !isLacking) return null;
  const list = (
    <dl className={technical ? 'facts' : 'facts set-off'}>
      {isLacking && (
        <FactRow name={t('kept.column.description')}>
          <span className="muted">—</span>
        </FactRow>
      )}
      {facts.map(([column, kind]) => (
        <FactRow key={column} name={headOf(t, row, column)}>
          {kind === 'events' ? (
            <Events text={textIn(row, column) ?? ''} />
          ) : column === 'about' ? (
            <About row={row} />
          ) : (
            <CellText kind={kind} cell={row.cells[column]} copyable />
          )}
        </FactRow>
      ))}
    </dl>
  );
  return technical ? (
    <details className="folded set-off">
      <summary>{t('activity.entry.technical')}</summary>
      {list}
    </details>
  ) : (
    list
  );
}

/** What became of a delivery, and what is next. */
function Delivered({ row }: { row: Row }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const state = textIn(row, 'deliveryState');
  if (state !== 'failed' && state !== 'delivered') return null;
  const attempts = Number(textIn(row, 'attempts') ?? '1');
  return <p className="flush">{t(`kept.delivered.${state}`, counted(attempts))}</p>;
}

const hasActs = (name: KeptListName): boolean =>
  thingOf(name) !== null ||
  sharedIn(name) !== null ||
  ['bulk', 'discounts', 'webhooks', 'deliveries', 'schedules', 'sent'].includes(name);

/** One that nothing was delivered to is tried first. */
function ActsOfWebhook({ row }: { row: Row }) {
  const { t } = useTranslation();
  const called = nameOf(t, 'webhooks', row);
  return <WebhookActs row={row} isUntried={useNewestDeliveries([called])?.get(called) === null} />;
}

function RowActs({ name, row }: { name: KeptListName; row: KeptDetail['row'] }) {
  const { t } = useTranslation();
  const thing = thingOf(name);
  const shared = sharedIn(name);
  if (shared) return <ShareAct key={row.key} what={shared} row={row} />;
  if (name === 'schedules') return <ScheduleActs key={row.key} row={row} />;
  if (name === 'sent') return <SentActs key={row.key} row={row} />;
  if (name === 'webhooks') return <ActsOfWebhook key={row.key} row={row} />;
  if (name === 'deliveries') return <DeliveryActs key={row.key} row={row} />;
  if (name === 'bulk')
    return (
      <>
        <BillActs name={name} row={row} />
        {isSentBill(name, row.cells) && <PaymentsOf customer={nameOf(t, name, row)} inFoot />}
      </>
    );
  return thing ? <EntryActs what={thing} row={row} /> : <BillActs name={name} row={row} />;
}

function SharedTo({ name, billKey }: { name: KeptListName; billKey: string }) {
  const shared = sharedIn(name);
  return shared && <ShareLog key={billKey} what={shared} billKey={billKey} />;
}

/** A number that stands for the row in the list looks the same here, and can be copied. */
const isCalledById = (name: KeptListName): boolean =>
  keptColumns(name).some(([column, kind]) => column === calledBy(name) && kind === 'id');

/** A bill: who pays it stands above its facts. */
const isOfCustomer = (name: KeptListName, row: Row): boolean =>
  isCalledById(name) && Boolean(textIn(row, 'billTo'));

/** What it told is a part of what the drawer is called. */
const isTitled = (name: KeptListName): boolean => name === 'deliveries';

/** How a row is called: a delivery by what it told. */
function nameOf(t: TFunction, name: KeptListName, row: KeptDetail['row']): string {
  const title = calledBy(name);
  const text = title && textIn(row, title);
  return name === 'deliveries' && text ? eventWord(t, text) : (text ?? row.key);
}

type DrawerProps = { name: KeptListName; openKey: string | null; onClose: () => void };

/** The head of the drawer: name, amount and state. A product or a customer leads with its name, a bill or a transfer with its amount. */
function Head({ name, row }: { name: KeptListName; row: Row }) {
  const { t } = useTranslation();
  if (isTitled(name))
    return (
      <>
        <CellText kind="word" cell={row.cells.deliveryState} />
        <Delivered row={row} />
      </>
    );
  const called = nameOf(t, name, row);
  const isThing = thingOf(name) !== null;
  const number = isCalledById(name) && (
    <span className={amountOf(name) === null ? undefined : 'muted'}>
      <IdText value={called} copyable />
    </span>
  );
  const title = isOfCustomer(name, row) ? (
    <span className="row-8 flow">
      <strong className="size-16">
        <bdi>{shownText(textIn(row, 'billTo') ?? '')}</bdi>
      </strong>
      {number}
    </span>
  ) : isCalledById(name) ? (
    number
  ) : (
    <strong className={isThing ? 'size-20' : 'size-16'}>
      <bdi>{shownText(called)}</bdi>
    </strong>
  );
  return (
    <div className="stack-8">
      {isThing && title}
      <Amount name={name} row={row} />
      {isBill(name) && <Standing name={name} row={row} />}
      {!isThing && title}
      {name === 'webhooks' && <IdText value={textIn(row, 'webhookUrl')} copyable />}
      {!isBill(name) && <Standing name={name} row={row} />}
    </div>
  );
}

export function KeptDrawer({ name, openKey, onClose }: DrawerProps) {
  const { t } = useTranslation();
  const { found, error } = useKeptRow(name, openKey);
  const detail = found?.detail ?? null;
  return (
    <SideDrawer
      opened={openKey !== null}
      onClose={onClose}
      title={
        detail && isTitled(name)
          ? `${t(`kept.one.${name}`)} · ${nameOf(t, name, detail.row)}`
          : t(`kept.one.${name}`)
      }
      acts={detail && hasActs(name) && <RowActs name={name} row={detail.row} />}
    >
      {error && <ErrorNotice error={error} />}
      {found && !error && !detail && <p>{t('kept.notStored')}</p>}
      {detail && (
        <>
          <Head name={name} row={detail.row} />
          {detail.row.isGone && <p className="muted">{t('kept.goneLong')}</p>}
          <Facts name={name} row={detail.row} technical={false} />
          {isBill(name) && <BillParts name={name} row={detail.row} />}
          {name === 'sent' && <SentBatch row={detail.row} />}
          {keptParts.map((part) => (
            <Part key={part} part={part} lines={detail.lines.filter((line) => line.part === part)} />
          ))}
          {name === 'bulk' && <BulkStanding row={detail.row} />}
          {name === 'webhooks' && <LastDelivery webhook={nameOf(t, name, detail.row)} />}
          {name === 'customers' && <PaymentsOf customer={nameOf(t, name, detail.row)} />}
          <SharedTo name={name} billKey={detail.row.key} />
          {detail.related.map((related) => (
            <Related key={related.list} related={related} />
          ))}
          <Facts name={name} row={detail.row} technical />
        </>
      )}
    </SideDrawer>
  );
}
