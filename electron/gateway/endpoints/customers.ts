/** Customers, and their import in two steps (§2.6, §4.6): upload a sheet to validate it, then save what was valid. */
import type { GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import type { Caller, Read, Write } from '../caller.ts';
import { isObject, listIn, objectIn, text, timestamp, type Obj } from '../fields.ts';
import { writeLossless } from '../json.ts';
import { decodePage, type GatewayPage, type Paging } from '../page.ts';
import type { Upload } from '../request.ts';
import { decodeImportRows, type ImportRow } from './import-rows.ts';

type GatewayCustomer = {
  /** `C-…`. */
  customerId: string;
  name: string | null;
  phoneNumber: string | null;
  /** Empty means none. */
  emailAddress: string | null;
  merchantId: string | null;
  customFields: { name: string; value: string | null }[];
  createdAt: GatewayTimestamp | null;
  updatedAt: GatewayTimestamp | null;
  raw: string;
};

/** A sheet that was validated and not saved; `correlationId` saves it. */
type CustomerUpload = { correlationId: string; rows: ImportRow[] };

export function decodeCustomer(value: unknown): GatewayCustomer | null {
  if (!isObject(value)) return null;
  const customerId = text(value, 'customerId') ?? text(value, '_id');
  if (customerId === null) return null;
  return {
    customerId,
    name: text(value, 'name'),
    phoneNumber: text(value, 'phoneNumber'),
    emailAddress: text(value, 'emailAddress'),
    merchantId: text(value, 'merchantId'),
    customFields: listIn(value, 'customFields')
      .filter(isObject)
      .flatMap((field) => {
        const name = text(field, 'name');
        return name === null ? [] : [{ name, value: text(field, 'value') }];
      }),
    createdAt: timestamp(value, 'createdAt'),
    updatedAt: timestamp(value, 'updatedAt'),
    raw: writeLossless(value),
  };
}

/** A list, or the customers that were saved: `{body: [customers], message}`. */
export const decodeCustomers = (body: Obj, askedPage: number): GatewayPage<GatewayCustomer> | null =>
  decodePage(body, 'body', decodeCustomer, askedPage);

/** Null without a correlation id: then there is nothing that could be saved. */
export function decodeCustomerUpload(body: Obj): CustomerUpload | null {
  const correlationId = text(objectIn(body, 'body') ?? {}, 'correlationId');
  const read = decodeImportRows(body);
  return correlationId === null || read === null ? null : { correlationId, rows: read.rows };
}

type CustomerCalls = {
  list(
    query: Paging & { search?: string | undefined },
    signal?: AbortSignal,
  ): Read<GatewayPage<GatewayCustomer>>;
  /** Step 1: validates, saves nothing. */
  upload(sheet: Upload): Write<CustomerUpload>;
  /** Step 2: saves the valid rows. A GET on the wire, and a write all the same: one attempt. */
  save(correlationId: string): Write<GatewayPage<GatewayCustomer>>;
};

export const customerCalls = ({ read, write }: Caller): CustomerCalls => ({
  list: (query, signal) =>
    read('customers.list', { query, signal }, ({ body }) => decodeCustomers(body, query.page)),
  upload: (upload) => write('customers.upload', { upload }, ({ body }) => decodeCustomerUpload(body)),
  save: (correlationId) =>
    write('customers.save', { query: { correlationId } }, ({ body }) => decodeCustomers(body, 1)),
});
