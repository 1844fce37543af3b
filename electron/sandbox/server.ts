/** One host of one environment: credential, request log, faults, and the error envelope around its routes. */
import { timingSafeEqual } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { GatewayRefusal, refuse } from './errors.ts';
import type { Faults, FaultRule } from './faults.ts';
import type { World } from './world.ts';

/** One request as it really arrived. */
export type LogEntry = {
  method: string;
  path: string;
  environment: 'test' | 'live';
  host: 'dashboard' | 'checkout';
  atMs: number;
  /** Null while unanswered, and for ever when the connection was dropped. */
  status: number | null;
  /** Whether it changed anything. */
  acted: boolean;
};

declare module 'fastify' {
  interface FastifyRequest {
    entry: LogEntry | null;
    fault: FaultRule['fault'] | null;
  }
}

/** Notes in the request log that the request changed something. */
export function acted(request: FastifyRequest, changed: boolean): void {
  if (request.entry) request.entry.acted = changed;
}

export type HostOptions = {
  world: World;
  host: LogEntry['host'];
  faults: Faults;
  log: LogEntry[];
  routes: (app: FastifyInstance) => void;
};

function sameKey(given: string | undefined, wanted: string): boolean {
  const a = Buffer.from(given ?? '');
  const b = Buffer.from(wanted);
  return a.length === b.length && timingSafeEqual(a, b);
}

const DUMB = '<!doctype html><title>502</title><h1>Bad gateway</h1>';

function applyFaults(app: FastifyInstance): void {
  app.addHook('preHandler', async ({ fault, raw }, reply) => {
    if (fault === null) return;
    if (fault.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.ms));
    if (fault.kind === 'status')
      await reply.code(fault.status).send(fault.body ?? { error: { cause: 'fault' }, status: 'FAILURE' });
    if (fault.kind === 'drop-before') {
      reply.hijack();
      raw.socket.destroy();
    }
  });
  app.addHook('onSend', async ({ fault, raw }, reply, payload) => {
    if (fault?.kind === 'drop-after') {
      reply.hijack();
      raw.socket.destroy();
      return payload;
    }
    if (fault?.kind === 'nonsense') {
      reply.header('content-type', 'text/html').removeHeader('content-length');
      return DUMB;
    }
    if (fault?.kind === 'body') {
      reply.code(fault.status).header('content-type', fault.contentType).removeHeader('content-length');
      return fault.text;
    }
    return payload;
  });
}

/** Builds the app of one host; the caller listens. */
export function createHost({ world, host, faults, log, routes }: HostOptions): FastifyInstance {
  const app = fastify({ logger: false, bodyLimit: 1_048_576, forceCloseConnections: true });
  app.decorateRequest('entry', null);
  app.decorateRequest('fault', null);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, text === '' ? null : JSON.parse(text as string));
    } catch {
      done(refuse.invalid('The body is not JSON.', 'محتوى الطلب ليس JSON.'));
    }
  });
  app.addHook('onRequest', async (request) => {
    const path = request.url.split('?')[0] ?? '';
    const { environment } = world;
    request.entry = {
      method: request.method,
      path,
      environment,
      host,
      atMs: world.clock.nowMs(),
      status: null,
      acted: false,
    };
    log.push(request.entry);
    request.fault = faults.take({ method: request.method, path, environment });
    // The checkout host does not authenticate; it forwards the credential (§5 rule 4).
    if (host === 'dashboard' && !sameKey(request.headers.authorization, world.keys.secretKey))
      throw refuse.key();
  });
  applyFaults(app);
  app.addHook('onResponse', async (request, reply) => {
    if (request.entry) request.entry.status = reply.statusCode;
  });
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof GatewayRefusal) return reply.code(error.statusCode).send(error.body);
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    const message = status < 500 ? (error as Error).message : 'Internal error';
    return reply
      .code(status)
      .send({
        error: { cause: message },
        messages: { en: message, ar: 'حدث خطأ في معالجة الطلب.' },
        status: 'FAILURE',
      });
  });
  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = methods.get(url) ?? new Set<string>();
    for (const one of [method].flat()) known.add(one);
    methods.set(url, known);
  });
  app.setNotFoundHandler((request) => {
    const path = request.url.split('?')[0] ?? '';
    const known = [...methods.keys()].some((url) =>
      new RegExp(`^${url.replace(/:[^/]+/g, '[^/]+')}$`).test(path),
    );
    throw known ? refuse.wrongMethod() : refuse.noRoute();
  });
  routes(app);
  return app;
}
