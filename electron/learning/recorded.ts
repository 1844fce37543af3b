/** Answers that were recorded: a HAR file of a browser, or JSON by `METHOD /path`. */
import { z } from 'zod';
import { endpointTable, otherPaths } from '../gateway/endpoint-table.ts';
import { isObject, list, type Obj } from '../gateway/fields.ts';
import { parseLossless } from '../gateway/json.ts';
import { openNames, type OpenName } from '../gateway/shapes/forms.ts';

const harSchema = z.looseObject({
  log: z.looseObject({
    entries: z.array(
      z.looseObject({
        request: z.looseObject({ method: z.string(), url: z.string() }),
        response: z.looseObject({
          status: z.number(),
          content: z.looseObject({ text: z.string().optional(), encoding: z.string().optional() }),
        }),
      }),
    ),
  }),
});

const pattern = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`);

/** Which open operation a request was; null: none. */
function operationOf(method: string, path: string): OpenName | null {
  return (
    openNames.find((name) => {
      const paths = [endpointTable[name].path, ...(otherPaths[name] ?? [])];
      return (
        endpointTable[name].method === method &&
        paths.some((one) => pattern(one.replace(/\/$/, '')).test(path))
      );
    }) ?? null
  );
}

const asObject = (value: unknown): Obj | null =>
  isObject(value) ? value : list(value) === null ? null : { body: value };

/** The answers of each operation, in the order in which they came. Throws for a file that is neither form. */
export function recordedAnswers(raw: string): Map<OpenName, Obj[]> {
  const found = new Map<OpenName, Obj[]>();
  const add = (method: string, path: string, value: unknown) => {
    const name = operationOf(method, path);
    const body = asObject(value);
    if (name === null || body === null) return;
    found.set(name, [...(found.get(name) ?? []), body]);
  };
  const har = harSchema.safeParse(JSON.parse(raw));
  if (har.success) {
    for (const { request, response } of har.data.log.entries) {
      const { text = '', encoding } = response.content;
      if (response.status !== 200 || text === '') continue;
      const json = encoding === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text;
      if (/^\s*[{[]/.test(json)) add(request.method, new URL(request.url).pathname, parseLossless(json));
    }
    return found;
  }
  const given = parseLossless(raw);
  if (!isObject(given)) throw new Error('The file is no HAR and no object of answers by "METHOD /path".');
  for (const [key, value] of Object.entries(given)) {
    const [method = '', url = ''] = key.split(' ');
    add(method, url.split('?')[0] ?? '', value);
  }
  return found;
}
