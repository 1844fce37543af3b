/** The services of an open profile: the one place to add one. */
import type { WithoutHeadOffice } from '#shared/domain/head-office.ts';
import { reconciliationIn } from '../database/reconciliation-client.ts';
import { createAnswersService, type AnswerStore } from '../services/answers/index.ts';
import { createApprovalService, type RecordOfRequests } from '../services/approvals/index.ts';
import { createBillService } from '../services/bills/index.ts';
import { createBridgeService } from '../services/bridge/index.ts';
import { createCatalogueService } from '../services/catalogue/index.ts';
import { createCheckoutService } from '../services/checkouts/index.ts';
import { createClosingService } from '../services/closing/index.ts';
import { createCredentialService } from '../services/credentials/index.ts';
import { createDeliveryService } from '../services/deliveries/index.ts';
import { createWebhookService } from '../services/webhooks/index.ts';
import { createWordsService } from '../services/words/index.ts';
import { createFindService } from '../services/find/index.ts';
import { createHeadOfficeService, type MembershipStore } from '../services/head-office/index.ts';
import { createFiguresService } from '../services/figures/index.ts';
import { createImportService } from '../services/imports/index.ts';
import { createInstantSettlementService } from '../services/instant-settlement/index.ts';
import { createKeptService } from '../services/kept/index.ts';
import { createMakingService } from '../services/making/index.ts';
import { createOperationService } from '../services/operations/index.ts';
import { createPaymentService } from '../services/payments/index.ts';
import { createRatesService } from '../services/rates/index.ts';
import { createReconciliationService } from '../services/reconciliation/index.ts';
import { createSavedCardService } from '../services/saved-cards/index.ts';
import { createSettlementService } from '../services/settlement/index.ts';
import { createSheetService } from '../services/sheets/index.ts';
import { createSharingService } from '../services/sharing/index.ts';
import { createTerminalService } from '../services/terminals/index.ts';
import { createTransferService, type RecipientSeal } from '../services/transfers/index.ts';
import { createTodayService } from '../services/today/index.ts';
import { sheetsIn } from '../statements/sheet-client.ts';
import type { ProfileContext } from '../services/context.ts';

type Place = {
  /** Where the profile's files are. */
  readonly folder: string;
  readonly workerUrl: URL;
  readonly statementWorkerUrl: URL;
  readonly answers: AnswerStore;
  readonly headOfficeWorkerUrl: URL;
  readonly memberships: MembershipStore;
  readonly withoutHeadOffice: () => WithoutHeadOffice;
  readonly recipientSeal: RecipientSeal;
};
export type ProfileServices = ReturnType<typeof createServices>;

export function createServices(
  context: ProfileContext,
  {
    folder,
    workerUrl,
    statementWorkerUrl,
    answers: store,
    headOfficeWorkerUrl,
    memberships,
    withoutHeadOffice,
    recipientSeal,
  }: Place,
  record: RecordOfRequests,
) {
  const terminals = createTerminalService(context);
  const instantSettlement = createInstantSettlementService(context);
  const readEarlyPayouts = () => instantSettlement.refreshRequests();
  const sheets = sheetsIn(statementWorkerUrl);
  const kept = createKeptService(context);
  const closing = createClosingService(context, { terminals });
  const making = createMakingService(context, { record: record.record });
  const headOffice = createHeadOfficeService(context, {
    folder,
    workerUrl: headOfficeWorkerUrl,
    memberships,
    withoutIt: withoutHeadOffice,
    record: record.record,
    closing,
  });
  const { claims } = headOffice;
  const bills = createBillService(context, { record: record.record, kept, making });
  const checkouts = createCheckoutService(context, { record: record.record, making });
  const ofLists = { record: record.record, kept, making };
  return {
    terminals,
    instantSettlement,
    closing,
    settlement: createSettlementService(context, { readEarlyPayouts }),
    operations: createOperationService(context, { terminals, instantSettlement, claims }),
    approvals: createApprovalService(context, record),
    today: createTodayService(context, { closing }),
    bridge: createBridgeService(context),
    imports: createImportService(context, folder, statementWorkerUrl),
    reconciliation: createReconciliationService(context, reconciliationIn(workerUrl, folder), sheets),
    figures: createFiguresService(context),
    words: createWordsService(context),
    making,
    payments: createPaymentService(context, {
      readCheckout: (key) => checkouts.read({ key, payment: true }),
    }),
    checkouts,
    savedCards: createSavedCardService(context, { record: record.record }),
    kept,
    catalogue: createCatalogueService(context, ofLists),
    bills,
    sheets: createSheetService(context, { kept, making, makeLink: bills.makeLinkAs, readSheet: sheets }),
    webhooks: createWebhookService(context, ofLists),
    transfers: createTransferService(context, { ...ofLists, seal: recipientSeal, readSheet: sheets }),
    sharing: createSharingService(context, { record: record.record }),
    credentials: createCredentialService(context, { record: record.record, making }),
    deliveries: createDeliveryService(context, { record: record.record, kept }),
    rates: createRatesService(context),
    find: createFindService(context),
    answers: createAnswersService(context, { store, record: record.record }),
    headOffice,
  };
}

/** Ends what is under way. One service that cannot end does not keep the others. */
export async function stopServices(services: ProfileServices): Promise<void> {
  const { instantSettlement, closing, terminals, settlement, operations, imports, reconciliation, payments } =
    services;
  const { headOffice, deliveries, sharing, sheets } = services;
  instantSettlement.stop();
  closing.stop();
  await Promise.allSettled(
    [
      terminals,
      settlement,
      operations,
      imports,
      reconciliation,
      payments,
      headOffice,
      deliveries,
      sharing,
      { stop: sheets.end },
    ].map((service) => service.stop()),
  );
}
