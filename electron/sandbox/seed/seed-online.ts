/** A little of everything that is not a card terminal: online payments, links, invoices, customers, pages, payouts. */
import type { World } from '../world.ts';
import { addBatchItem } from '../routes/batch-items.ts';
import { categories, products } from '../routes/catalogue.ts';
import { addCustomer } from '../routes/customers.ts';
import { createInvoice } from '../routes/invoices.ts';
import { addPage } from '../routes/payment-pages.ts';
import { discounts } from '../routes/reference.ts';
import { newId } from '../state/ids.ts';
import { post } from '../state/ledger.ts';
import { createLink, saveLink, type NewLink } from '../state/payment-links.ts';
import { authorize } from '../state/online-orders.ts';
import { believableAmount } from '../state/sales.ts';
import { createSession, payOnPage } from '../state/sessions.ts';
import { DAY_MS } from '../state/windows.ts';

const PEOPLE = [
  ['Mona Adel', '01001234501', 'mona.adel@example.com'],
  ['Karim Hassan', '01112345602', ''],
  ['Salma Farouk', '01223456703', 'salma@example.com'],
  ['يوسف إبراهيم', '01534567804', 'youssef@example.com'],
] as const;
const BIN = '507803';
/** What the merchant paid in to make payouts from: 250,000 EGP. */
const DEPOSIT_MINOR = 25_000_000;

const BASKETS = [
  ['Two boxes of maamoul', 'mona.adel@example.com'],
  ['Birthday cake, collected at six', 'karim.hassan@example.com'],
  ['Catering for twelve', 'salma@example.com'],
  ['Monthly bread box', 'youssef@example.com'],
  ['Gift basket', 'hany.samir@example.com'],
  ['Pistachio cake', 'dina.fouad@example.com'],
] as const;
const MINUTE_MS = 60_000;

/** Their customers took some minutes to pay. */
function openedEarlier(world: World, number: number, sessionId: string): void {
  const atMs = world.clock.nowMs() - (7 - number) * 17 * MINUTE_MS;
  world.db
    .prepare(
      `UPDATE payment_session SET created_at_ms = @atMs, expires_at_ms = @expiresAtMs,
         history = json_set(history, '$[0].atMs', @atMs)
       WHERE session_id = @sessionId`,
    )
    .run({ atMs, expiresAtMs: atMs + DAY_MS, sessionId });
}

function seedSessions(world: World): void {
  const nowMs = world.clock.nowMs();
  for (let number = 1; number <= 6; number += 1) {
    const amountMinor = believableAmount(world);
    const session = createSession(world, {
      amountMinor,
      currency: 'EGP',
      order: `WEB-${1_000 + number}`,
      manualCapture: number === 3,
      serverWebhook: null,
      expiresAtMs: nowMs + DAY_MS,
      maxFailureAttempts: 3,
      params: {
        amount: (amountMinor / 100).toFixed(2),
        currency: 'EGP',
        order: `WEB-${1_000 + number}`,
        description: BASKETS[number - 1]?.[0],
        customer: { email: BASKETS[number - 1]?.[1] },
        manualCapture: number === 3,
        ...(number === 6 && { allowedMethods: 'card,wallet' }),
      },
    });
    const outcome = number === 5 ? 'decline' : 'approve';
    if (number <= 5)
      payOnPage(world, session.session_id, { method: number === 4 ? 'wallet' : 'card', outcome });
    openedEarlier(world, number, session.session_id);
  }
}

/** One checkout that its customer left, and one on which every card was declined. */
function seedEnded(world: World): void {
  const ends = [
    { order: 'WEB-1007', amountMinor: 46_500, tries: 3, outcomes: ['leave'], description: 'Wedding sweets' },
    {
      order: 'WEB-1008',
      amountMinor: 129_900,
      tries: 2,
      outcomes: ['decline', 'decline'],
      description: 'Catering for forty',
    },
  ] as const;
  ends.forEach(({ order, amountMinor, tries, outcomes, description }, index) => {
    const session = createSession(world, {
      amountMinor,
      currency: 'EGP',
      order,
      manualCapture: false,
      serverWebhook: null,
      expiresAtMs: world.clock.nowMs() + DAY_MS,
      maxFailureAttempts: tries,
      params: {
        amount: (amountMinor / 100).toFixed(2),
        currency: 'EGP',
        order,
        description,
      },
    });
    for (const outcome of outcomes) payOnPage(world, session.session_id, { method: 'card', outcome });
    openedEarlier(world, -index, session.session_id);
  });
}

const billTo = (name: string, referenceId: string) => ({
  customerName: name,
  customer: { name },
  referenceId,
});

function seedLinks(world: World): void {
  const nowMs = world.clock.nowMs();
  const base: NewLink = {
    description: 'Home delivery',
    ...billTo('Mona Adel', 'ORDER-77'),
    currency: 'EGP',
    totalMinor: 45_000,
    withoutFeesMinor: 45_000,
    paymentType: 'simple',
    state: 'submitted',
    dueMs: null,
    isSuspendedPayment: false,
    isManualCapture: false,
    isBulkCreated: false,
    extraFees: [],
    invoiceItems: [],
    labels: [],
  };
  createLink(world, base, nowMs - 12 * DAY_MS);
  createLink(
    world,
    {
      ...base,
      ...billTo('Karim Hassan', 'ORDER-81'),
      description: 'Catering, overdue',
      dueMs: nowMs - 2 * DAY_MS,
      totalMinor: 180_000,
    },
    nowMs - 9 * DAY_MS,
  );
  createLink(world, {
    ...base,
    ...billTo('Salma Farouk', 'ORDER-84'),
    description: 'Gift card for abroad',
    currency: 'USD_VIRTUAL',
    totalMinor: 5_000,
  });
  const paid = createLink(world, {
    ...base,
    ...billTo('يوسف إبراهيم', 'ORDER-90'),
    description: 'Paid basket',
    totalMinor: 62_550,
  });
  const { order } = authorize(world, {
    sessionId: null,
    merchantOrderId: paid.id,
    amountMinor: paid.value.totalMinor,
    currency: 'EGP',
    method: 'card',
    manualCapture: false,
  });
  saveLink(world, { ...paid, value: { ...paid.value, orderId: order.order_id } });
}

function seedCatalogue(world: World): void {
  const bakery = categories.insert(world, newId(world, 'CAT'), { categoryName: 'Bakery', description: '' });
  const drinks = categories.insert(world, newId(world, 'CAT'), { categoryName: 'Drinks', description: '' });
  const add = (productName: string, priceMinor: number, category: string, description = '') =>
    products.insert(world, newId(world, 'PRD'), {
      productName,
      priceMinor,
      currency: 'EGP',
      description,
      categoryIds: [category],
    });
  add('Country bread', 4_500, bakery.id, 'Sourdough, 800 g');
  add('Almond croissant', 6_250, bakery.id, 'Butter, baked every morning');
  add('Cold brew', 9_000, drinks.id);
  const page = {
    currency: 'EGP',
    isMobileRequired: true,
    isEmailRequired: false,
    paymentMethods: ['card', 'wallet'],
    tax: 14,
  };
  addPage(world, {
    ...page,
    pageName: 'Morning box',
    description: 'Order for tomorrow',
    type: 'product',
    isPublished: true,
  });
  addPage(world, {
    ...page,
    pageName: 'Donations',
    description: 'Any amount',
    type: 'regular',
    isPublished: true,
  });
  addPage(world, {
    ...page,
    pageName: 'Winter menu',
    description: 'Not ready',
    type: 'product',
    isPublished: false,
  });
}

function seedBilling(world: World): void {
  const nowMs = world.clock.nowMs();
  for (const [name, phoneNumber, emailAddress] of PEOPLE)
    addCustomer(world, { name, phoneNumber, emailAddress, customFields: [] });
  const invoice = {
    totalAmount: 1_250,
    currency: 'EGP',
    customerName: 'Karim Hassan',
    description: 'Office lunch',
  };
  createInvoice(world, { ...invoice, paymentType: 'simple' });
  createInvoice(world, {
    ...invoice,
    totalAmount: 1_875,
    customerName: 'Salma Farouk',
    description: 'Lunch boxes',
    paymentType: 'professional',
    dueDate: new Date(nowMs + 7 * DAY_MS).toISOString(),
    items: [{ description: 'Lunch boxes', unitPrice: 125, quantity: 15, subTotal: 1_875 }],
  });
  for (const [index, [name]] of PEOPLE.entries())
    addBatchItem(world, {
      batchId: 'BATCH-0001',
      name,
      description: 'Monthly subscription',
      totalMinor: 30_000,
      withoutFeesMinor: 30_000,
      currency: 'EGP',
      paymentType: 'simple',
      referenceId: `SUB-${index + 1}`,
      isSuspendedPayment: false,
      dueMs: nowMs + 5 * DAY_MS,
      extraFees: [],
      items: [],
      status: index === PEOPLE.length - 1 ? 'shared' : 'draft',
    });
  discounts.insert(world, newId(world, 'DSC'), {
    discountName: 'Ten percent on Meeza',
    discountType: 'PERCENTAGE',
    value: 1_000,
    currency: 'EGP',
    fromMs: nowMs - 10 * DAY_MS,
    untilMs: nowMs + 20 * DAY_MS,
    channels: ['pos', 'online'],
    bins: [BIN],
  });
  discounts.insert(world, newId(world, 'DSC'), {
    discountName: 'Fifty pounds at the till',
    discountType: 'FIXED',
    value: 5_000,
    currency: 'EGP',
    fromMs: nowMs - DAY_MS,
    untilMs: nowMs + 3 * DAY_MS,
    channels: ['pos'],
    bins: [],
  });
}

export function seedOnline(world: World): void {
  const nowMs = world.clock.nowMs();
  const amounts = { deposits: -DEPOSIT_MINOR, available: DEPOSIT_MINOR };
  post(world, { kind: 'deposit', ref: 'opening', atMs: nowMs, currency: 'EGP', amounts });
  seedSessions(world);
  seedLinks(world);
  seedCatalogue(world);
  seedBilling(world);
  seedEnded(world);
}
