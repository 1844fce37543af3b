/** Delivery records (§2.10), and what a resend and a test answer (§4.13). */
import type { OpenEnum } from '#shared/domain/open-enum.ts';
import {
  deliveryResources,
  deliveryStatuses,
  webhookModes,
  type DeliveryResource,
  type DeliveryStatus,
  type WebhookMode,
} from '#shared/domain/webhook.ts';
import type { GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import { flag, integer, isObject, list, listIn, openEnum, text, timestamp, type Obj } from '../fields.ts';
import { writeLossless } from '../json.ts';

/** One attempt. `status` is the receiver's HTTP status, 0 or null when there was no answer. */
type DeliveryResponse = { status: number | null; body: string | null; at: GatewayTimestamp | null };

export type DeliveryRecord = {
  /** What `resend` names; null if the record has none (the field is not shown in §2.10). */
  recordId: string | null;
  resourceType: OpenEnum<DeliveryResource> | null;
  resourceId: string;
  /** Null for a per-session webhook. */
  webhookId: string | null;
  eventType: string | null;
  mode: OpenEnum<WebhookMode> | null;
  url: string | null;
  status: OpenEnum<DeliveryStatus> | null;
  attempts: number | null;
  /** The request body that was sent, as JSON text, with its visible fields only. */
  payload: string | null;
  responses: DeliveryResponse[];
  isServerWebhook: boolean | null;
  isTest: boolean | null;
  createdAt: GatewayTimestamp | null;
  updatedAt: GatewayTimestamp | null;
  raw: string;
};

/** Null without the id of what it is about. */
export function decodeDeliveryRecord(value: unknown): DeliveryRecord | null {
  if (!isObject(value)) return null;
  const resourceId = text(value, 'resourceId');
  if (resourceId === null) return null;
  const payload = value['payload'];
  return {
    recordId: text(value, '_id') ?? text(value, 'recordId'),
    resourceType: openEnum(value, 'resourceType', deliveryResources),
    resourceId,
    webhookId: text(value, 'webhookId'),
    eventType: text(value, 'eventType'),
    mode: openEnum(value, 'mode', webhookModes),
    url: text(value, 'url'),
    status: openEnum(value, 'status', deliveryStatuses),
    attempts: integer(value, 'attempts'),
    payload: payload === undefined || payload === null ? null : writeLossless(payload),
    responses: listIn(value, 'responses')
      .filter(isObject)
      .map((response) => ({
        status: integer(response, 'status'),
        body: text(response, 'body'),
        at: timestamp(response, 'date'),
      })),
    isServerWebhook: flag(value, 'isServerWebhook'),
    isTest: flag(value, 'isTest'),
    createdAt: timestamp(value, 'createdAt'),
    updatedAt: timestamp(value, 'updatedAt'),
    raw: writeLossless(value),
  };
}

export type DeliveryRecords = { rows: DeliveryRecord[]; unreadable: number };

/** `{success, body: [records]}`; null if `success` is false. */
export function decodeDeliveryRecords(body: Obj): DeliveryRecords | null {
  const given = list(body['body']);
  if (given === null || body['success'] === false) return null;
  const rows = given.map(decodeDeliveryRecord).filter((record) => record !== null);
  return { rows, unreadable: given.length - rows.length };
}

/** A new record of one attempt; the original is unchanged. */
export type Resent = {
  recordId: string;
  clonedFromRecordId: string | null;
  status: OpenEnum<DeliveryStatus> | null;
  attempts: number | null;
  lastResponseStatus: number | null;
};

export function decodeResend(body: Obj): Resent | null {
  const recordId = text(body, 'recordId');
  return recordId === null
    ? null
    : {
        recordId,
        clonedFromRecordId: text(body, 'clonedFromRecordId'),
        status: openEnum(body, 'status', deliveryStatuses),
        attempts: integer(body, 'attempts'),
        lastResponseStatus: integer(body, 'lastResponseStatus'),
      };
}

/** `success` is the receiver's: it answered 2xx. */
export type WebhookTest = {
  success: boolean;
  statusCode: number | null;
  responseBody: string | null;
  latencyMs: number | null;
};

export function decodeWebhookTest(body: Obj): WebhookTest | null {
  const success = flag(body, 'success');
  return success === null
    ? null
    : {
        success,
        statusCode: integer(body, 'statusCode'),
        responseBody: text(body, 'responseBody'),
        latencyMs: integer(body, 'latencyMs'),
      };
}
