/** A record of a delivery as a row of a kept list: who was told of what, what was sent, and what each attempt was answered. */
import type { ReadRow } from '../../database/repositories/kept-values.ts';
import type { DeliveryRecord } from '../../gateway/endpoints/webhook-records.ts';
import { parseLossless, writeLossless } from '../../gateway/json.ts';
import { flags, lineOf, rowOf, text, time, word } from './rows.ts';

/** More of a body than a person reads. */
const MOST_CHARACTERS = 4_000;
const cut = (given: string): string =>
  given.length > MOST_CHARACTERS ? `${given.slice(0, MOST_CHARACTERS)}…` : given;

type Answer = DeliveryRecord['responses'][number];
/** 0 or null: the server gave no answer. */
const statusOf = ({ status }: Answer): string => (status === null || status === 0 ? 'noAnswer' : `${status}`);

/** `place`: tells a record without an id from the others of its subject. `nameOf`: how a webhook is called here. */
export function deliveryRow(
  record: DeliveryRecord,
  { place, nameOf }: { place: number; nameOf: (webhookId: string) => string | null },
): ReadRow {
  const { recordId, resourceId, webhookId, payload, responses } = record;
  const last = responses.at(-1);
  return rowOf(
    recordId ?? `${resourceId} #${place}`,
    {
      created: time(record.createdAt),
      event: text(record.eventType ?? '?'),
      aboutKind: word(record.resourceType),
      about: text(resourceId),
      // One of a single checkout has no webhook (§2.10).
      toWebhook: text(webhookId === null ? 'perSession' : (nameOf(webhookId) ?? webhookId)),
      deliveryState: word(record.status),
      attempts: text(record.attempts),
      lastAnswer: last ? text(statusOf(last)) : null,
      webhookUrl: text(record.url),
      deliveryFlags: flags({ sample: record.isTest }),
      changed: time(record.updatedAt),
      recordId: text(recordId),
    },
    [
      ...responses.flatMap((answer) => [
        lineOf('answers', statusOf(answer), time(answer.at)),
        ...(answer.body ? [lineOf('answers', 'itSaid', text(cut(answer.body)))] : []),
      ]),
      ...(payload === null ? [] : [lineOf('body', null, text(cut(readable(payload))))]),
    ],
  );
}

/** The same JSON over several lines. */
const readable = (json: string): string => writeLossless(parseLossless(json), 2);
