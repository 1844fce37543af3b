/** Customers (§2.6, §4.6): stored profiles and their two-step import. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { refuse } from '../errors.ts';
import { holds, pageOf, type PageQuery } from '../paging.ts';
import { acted } from '../server.ts';
import { readSheet, withUploads, type SheetRow } from '../sheet.ts';
import { documents, type Stored } from '../state/documents.ts';
import { newHexId, newId } from '../state/ids.ts';
import type { World } from '../world.ts';

type Customer = {
  name: string;
  phoneNumber: string;
  emailAddress: string;
  customFields: { name: string; value: string }[];
};
type Checked = Customer & { row: number; errors: string[] };

const customers = documents<Customer>('customer');
/** Checked sheets that wait to be saved. */
const imports = documents<{ rows: Checked[] }>('customer-import');
const IMPORT_LIVES_MS = 3_600_000;

const NAMED = ['name', 'phoneNumber', 'emailAddress'];

function check({ row, fields }: SheetRow): Checked {
  const { name = '', phoneNumber = '', emailAddress = '' } = fields;
  const errors: string[] = [];
  if (name === '') errors.push('name is missing');
  if (!/^\+?[\d\s-]{6,20}$/.test(phoneNumber)) errors.push('phoneNumber is not a phone number');
  if (emailAddress !== '' && !z.email().safeParse(emailAddress).success)
    errors.push('emailAddress is not an email address');
  const customFields = Object.entries(fields)
    .filter(([field, value]) => !NAMED.includes(field) && value !== '')
    .map(([field, value]) => ({ name: field, value }));
  return { row, name, phoneNumber, emailAddress, customFields, errors };
}

const customerBody = (world: World, { id, value, createdAtMs, updatedAtMs }: Stored<Customer>) => ({
  _id: `${id}-${createdAtMs}`.toLowerCase(),
  name: value.name,
  phoneNumber: value.phoneNumber,
  emailAddress: value.emailAddress,
  customerId: id,
  merchantId: world.merchantId,
  customFields: value.customFields,
  createdAt: new Date(createdAtMs).toISOString(),
  updatedAt: new Date(updatedAtMs).toISOString(),
});

export const addCustomer = (world: World, customer: Customer, atMs?: number): Stored<Customer> =>
  customers.insert(world, newId(world, 'C'), customer, atMs);

/** Step 2: saves the rows without errors, once. */
function saveImport(world: World, correlationId: string): Stored<Customer>[] {
  const waiting = imports.get(world, correlationId);
  if (!waiting || waiting.createdAtMs + IMPORT_LIVES_MS < world.clock.nowMs())
    throw refuse.missing('checked sheet', 'ملف مدقق');
  imports.remove(world, correlationId);
  return waiting.value.rows
    .filter(({ errors }) => errors.length === 0)
    .map(({ name, phoneNumber, emailAddress, customFields }) =>
      addCustomer(world, { name, phoneNumber, emailAddress, customFields }),
    );
}

export function customerRoutes(app: FastifyInstance, world: World): void {
  app.get<{ Querystring: PageQuery & { search?: string } }>('/v2/customers', ({ query }) => {
    const found = customers
      .all(world)
      .filter(({ id, value }) => holds(query.search, id, value.name, value.phoneNumber, value.emailAddress));
    const { rows, pagination } = pageOf(found, query);
    return { body: rows.map((row) => customerBody(world, row)), pagination };
  });

  withUploads(app, (uploads) => {
    uploads.post('/v2/customers/upload', async (request) => {
      const rows = (await readSheet(request)).map(check);
      const correlationId = newHexId(world, 'import');
      imports.insert(world, correlationId, { rows });
      return { body: { correlationId, rows }, message: 'The sheet was checked. Nothing was saved yet.' };
    });
  });

  app.get<{ Querystring: { correlationId?: string } }>('/v2/customers/savecustomers', (request) => {
    const saved = world.db.transaction(() => saveImport(world, request.query.correlationId ?? ''))();
    acted(request);
    return { body: saved.map((row) => customerBody(world, row)), message: 'The customers were saved.' };
  });
}
