/**
 * The file that lets one PC in, once, within an hour: the address, the certificate, a login and its one-time password. What the
 * PC may see stands on the server, not in the file. The seal finds a file that was changed on its way.
 */
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { environments } from '#shared/domain/environment.ts';
import { canonicalJson } from '#shared/text/canonical-json.ts';
import type { Place } from './entry.ts';
import type { Login } from './connection.ts';

const contentSchema = z.strictObject({
  format: z.literal('closeout-head-office-1'),
  host: z.string().min(1).max(255),
  port: z.number().int().min(1).max(65_535),
  database: z.string().min(1).max(63),
  ca: z.string().max(20_000).nullable(),
  user: z.string().min(1).max(63),
  password: z.string().min(1).max(200),
  name: z.string().min(1).max(80),
  environment: z.enum(environments),
  merchant: z.string().min(1).max(80),
  branch: z.string().max(80),
  expiresAtMs: z.number().int(),
});
const fileSchema = z.strictObject({ ...contentSchema.shape, seal: z.string() });

export type EnrolmentPaper = Login & Place & { readonly name: string; readonly expiresAtMs: number };
type ReadEnrolment =
  | { readonly ok: true; readonly paper: EnrolmentPaper }
  | { readonly ok: false; readonly problem: 'not-an-enrolment' | 'edited' | 'expired' };

/** Whoever has the file has the password as well: the seal shows changes, it keeps nobody out. */
const sealOf = (content: z.output<typeof contentSchema>): string =>
  createHmac('sha256', content.password).update(canonicalJson(content)).digest('hex');

export function enrolmentText(paper: EnrolmentPaper): string {
  const content = contentSchema.parse({ format: 'closeout-head-office-1', ...paper });
  return `${JSON.stringify({ ...content, seal: sealOf(content) }, null, 2)}\n`;
}

export function readEnrolment(text: string, nowMs: number): ReadEnrolment {
  const found = fileSchema.safeParse(jsonOf(text)).data;
  if (!found) return { ok: false, problem: 'not-an-enrolment' };
  const { seal, ...content } = found;
  if (seal !== sealOf(content)) return { ok: false, problem: 'edited' };
  if (content.expiresAtMs <= nowMs) return { ok: false, problem: 'expired' };
  const { format: _, ...paper } = content;
  return { ok: true, paper };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: no enrolment of ours, which the schema says.
    return null;
  }
}
