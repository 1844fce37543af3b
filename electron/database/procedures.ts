/** Every procedure the worker offers, assembled from the repositories. The one generic proxy in client.ts types itself by this. */
import { activityProcedures } from './repositories/activity.ts';
import { approvalProcedures } from './repositories/approvals.ts';
import { auditProcedures } from './repositories/audit.ts';
import { bridgeProcedures } from './repositories/bridge/index.ts';
import { importProcedures } from './repositories/imports/index.ts';
import { reconciliationProcedures } from './repositories/reconciliation/index.ts';
import { deliveryProcedures } from './repositories/deliveries.ts';
import { paymentOfProcedures } from './repositories/payment-of.ts';
import { paymentFillProcedures } from './repositories/payment-fill.ts';
import { paymentStoreProcedures } from './repositories/payment-store.ts';
import { paymentProcedures } from './repositories/payments.ts';
import { checkoutProcedures } from './repositories/checkouts.ts';
import { savedCardProcedures } from './repositories/saved-cards.ts';
import { apiKeyProcedures } from './repositories/api-keys.ts';
import { creationProcedures } from './repositories/creations.ts';
import { keptListProcedures } from './repositories/kept-lists.ts';
import { shareProcedures } from './repositories/shares.ts';
import { recipientProcedures } from './repositories/recipients.ts';
import { sheetProcedures } from './repositories/sheets.ts';
import { findProcedures } from './repositories/find.ts';
import { figureProcedures } from './repositories/figures.ts';
import { listReadProcedures } from './repositories/list-reads.ts';
import { terminalProcedures } from './repositories/terminals.ts';
import { todayProcedures } from './repositories/today.ts';
import { transactionProcedures } from './repositories/transactions.ts';
import { settledSyncProcedures } from './repositories/settled-sync.ts';
import { settledFillProcedures } from './repositories/settled-fill.ts';
import { settlementProcedures } from './repositories/settlement.ts';
import { instantProcedures } from './repositories/instant-settlement.ts';
import { wordProcedures } from './repositories/kinds/words.ts';
import { currencyProcedures } from './repositories/currencies.ts';
import { otherCloseProcedures } from './repositories/closing/other-closes.ts';
import { closingProcedures } from './repositories/closing/index.ts';
import { journalProcedures } from './repositories/journal/index.ts';

export const procedures = {
  ...listReadProcedures,
  ...terminalProcedures,
  ...transactionProcedures,
  ...settlementProcedures,
  ...settledFillProcedures,
  ...settledSyncProcedures,
  ...instantProcedures,
  ...journalProcedures,
  ...auditProcedures,
  ...activityProcedures,
  ...approvalProcedures,
  ...closingProcedures,
  ...otherCloseProcedures,
  ...todayProcedures,
  ...bridgeProcedures,
  ...importProcedures,
  ...reconciliationProcedures,
  ...figureProcedures,
  ...wordProcedures,
  ...paymentProcedures,
  ...paymentFillProcedures,
  ...paymentStoreProcedures,
  ...paymentOfProcedures,
  ...deliveryProcedures,
  ...checkoutProcedures,
  ...savedCardProcedures,
  ...creationProcedures,
  ...apiKeyProcedures,
  ...shareProcedures,
  ...recipientProcedures,
  ...sheetProcedures,
  ...keptListProcedures,
  ...findProcedures,
  ...currencyProcedures,
};
export type Procedures = typeof procedures;
