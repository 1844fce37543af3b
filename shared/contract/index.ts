/** The one typed contract between the core and a window: every call and every event, with the schema of each. */
import type { z } from 'zod';
import { firstContract, firstEvents } from './first.ts';
import { answersContract, answersEvents } from './answers.ts';
import { headOfficeContract, headOfficeEvents } from './head-office.ts';
import { activityContract } from './activity.ts';
import { bridgeContract } from './bridge.ts';
import { importContract, importEvents } from './import.ts';
import { reconciliationContract, reconciliationEvents } from './reconciliation.ts';
import { checkByHandContract } from './check-by-hand.ts';
import { terminalsContract, terminalsEvents } from './terminals.ts';
import { operationsContract, operationsEvents } from './operations.ts';
import { settlementContract, settlementEvents } from './settlement.ts';
import { instantSettlementContract, instantSettlementEvents } from './instant-settlement.ts';
import { approvalsContract, approvalsEvents } from './approvals.ts';
import { chainPeopleContract, chainPeopleEvents } from './chain-people.ts';
import { closingContract, closingEvents } from './closing.ts';
import { todayContract } from './today.ts';
import { reportsContract } from './reports.ts';
import { figuresContract } from './figures.ts';
import { exportsContract, exportsEvents } from './exports.ts';
import { noticesContract, noticesEvents } from './notices.ts';
import type { Call } from './call.ts';
import { upkeepContract, upkeepEvents } from './upkeep.ts';
import { practiceContract, practiceEvents } from './practice.ts';
import { backupContract, backupEvents } from './backup.ts';
import { supportContract } from './support.ts';
import { enrolmentContract } from './enrolment.ts';
import { updatesContract, updatesEvents } from './updates.ts';
import { policyContract } from './policy.ts';
import { paymentsContract, paymentsEvents } from './payments.ts';
import { checkoutsContract, checkoutsEvents } from './checkouts.ts';
import { savedCardsContract, savedCardsEvents } from './saved-cards.ts';
import { findContract } from './find.ts';
import { catalogueContract } from './catalogue.ts';
import { billsContract } from './bills.ts';
import { makingContract, makingEvents } from './making.ts';
import { keptContract, keptEvents } from './kept.ts';
import { webhooksContract } from './webhooks.ts';
import { credentialsContract, credentialsEvents } from './credentials.ts';
import { transfersContract, transfersEvents } from './transfers.ts';
import { sharingContract, sharingEvents } from './sharing.ts';
import { sheetsContract, sheetsEvents } from './sheets.ts';
import { deliveriesContract, deliveriesEvents } from './deliveries.ts';
import { ratesContract } from './rates.ts';
import { wordsContract, wordsEvents } from './words.ts';
import type { Result } from '../errors/result.ts';

export const contract = {
  ...firstContract,
  ...terminalsContract,
  ...operationsContract,
  ...settlementContract,
  ...instantSettlementContract,
  ...checkByHandContract,
  ...activityContract,
  ...chainPeopleContract,
  ...approvalsContract,
  ...closingContract,
  ...todayContract,
  ...reportsContract,
  ...exportsContract,
  ...figuresContract,
  ...noticesContract,
  ...bridgeContract,
  ...importContract,
  ...reconciliationContract,
  ...answersContract,
  ...wordsContract,
  ...paymentsContract,
  ...checkoutsContract,
  ...savedCardsContract,
  ...keptContract,
  ...makingContract,
  ...billsContract,
  ...catalogueContract,
  ...webhooksContract,
  ...deliveriesContract,
  ...credentialsContract,
  ...sharingContract,
  ...sheetsContract,
  ...transfersContract,
  ...ratesContract,
  ...findContract,
  ...practiceContract,
  ...upkeepContract,
  ...policyContract,
  ...updatesContract,
  ...enrolmentContract,
  ...headOfficeContract,
  ...supportContract,
  ...backupContract,
} as const satisfies Readonly<Record<string, Call>>;

export const events = {
  ...firstEvents,
  ...terminalsEvents,
  ...operationsEvents,
  ...settlementEvents,
  ...instantSettlementEvents,
  ...chainPeopleEvents,
  ...approvalsEvents,
  ...closingEvents,
  ...noticesEvents,
  ...importEvents,
  ...reconciliationEvents,
  ...exportsEvents,
  ...answersEvents,
  ...wordsEvents,
  ...paymentsEvents,
  ...checkoutsEvents,
  ...savedCardsEvents,
  ...keptEvents,
  ...makingEvents,
  ...deliveriesEvents,
  ...credentialsEvents,
  ...sharingEvents,
  ...transfersEvents,
  ...sheetsEvents,
  ...practiceEvents,
  ...upkeepEvents,
  ...backupEvents,
  ...updatesEvents,
  ...headOfficeEvents,
} as const;

export type Channel = keyof typeof contract;
export type EventName = keyof typeof events;

/** What a caller passes, before defaults. */
export type InputOf<C extends Channel> = z.input<(typeof contract)[C]['input']>;
/** What a handler receives, parsed. */
export type ParsedInputOf<C extends Channel> = z.output<(typeof contract)[C]['input']>;
/** What a handler answers and a caller receives: Money as `{minor: bigint, currency}`. */
export type OutputOf<C extends Channel> = z.output<(typeof contract)[C]['output']>;
export type EventOf<E extends EventName> = z.output<(typeof events)[E]>;

/** The core's side: one handler a channel. */
export type Handlers = { readonly [C in Channel]: (input: ParsedInputOf<C>) => Promise<Result<OutputOf<C>>> };
export type HandlersOf<C extends Channel> = Pick<Handlers, C>;
/** The verbs of a feature as its service has them. A service may have others, which no window calls. */
export type VerbsOf<Feature extends string> = {
  readonly [C in Channel as C extends `${Feature}.${infer Verb}` ? Verb : never]?: Handlers[C];
} & Readonly<Record<string, unknown>>;

/** The core's way to tell windows something; encoding happens in the bridge. */
export type Emit = <E extends EventName>(event: E, payload: EventOf<E>) => void;
