/** The smallest input that a schema takes, made from the schema itself: the table can be tried on every channel there is. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

type Shape = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  oneOf?: Shape[];
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  minItems?: number;
  minLength?: number;
  minimum?: number;
  pattern?: string;
};

/** Values that no schema describes: codes of currencies, and a folder where a file may be written. */
const OF_NAME: Record<string, string> = {
  currency: 'EGP',
  file: join(mkdtempSync(join(tmpdir(), 'closeout-sample-')), 'file'),
};
const TEXTS = ['2026-11', '2026-11-17', '04:00', 'EG', 'AAAA'];
const textOf = ({ pattern, minLength = 1 }: Shape): string =>
  TEXTS.find((text) => pattern !== undefined && new RegExp(pattern).test(text)) ?? '1'.repeat(minLength);

function valueOf(shape: Shape): unknown {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  const choice = shape.anyOf ?? shape.oneOf;
  if (choice) return choice.some(({ type }) => type === 'null') ? null : valueOf(choice[0] ?? {});
  switch (shape.type) {
    case 'object':
      return Object.fromEntries(
        (shape.required ?? []).map((name) => [
          name,
          OF_NAME[name] ?? valueOf(shape.properties?.[name] ?? {}),
        ]),
      );
    case 'array':
      return Array.from({ length: shape.minItems ?? 0 }, () => valueOf(shape.items ?? {}));
    case 'integer':
    case 'number':
      return Math.max(1, shape.minimum ?? 1);
    case 'boolean':
      return false;
    default:
      return textOf(shape);
  }
}

export const sampleOf = (schema: z.ZodType): unknown =>
  valueOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape);
