/** One host of one environment: credential, request log, faults, and the error envelope around its routes. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { bodyOfStatus, GatewayRefusal, refuse } from './errors.ts';
import type { Fault, Faults } from './faults.ts';
import type { LogEntry, RequestLog } from './request-log.ts';
import { catchUp } from './state/catch-up.ts';
import type { World } from './world.ts';

declare module 'fastify' {
  interface FastifyRequest {
    entry: LogEntry | null;
    fault: Fault | null;
    /** The body as it was sent. */
    bodyText: string | null;
  }
}

/** Notes in the request log that the request changed something. */
export function acted(request: FastifyRequest): void {
  if (request.entry) request.entry.acted = true;
}

export type HostOptions = {
  world: World;
  host: LogEntry['host'];
  faults: Faults;
  log: RequestLog;
  routes: (app: FastifyInstance) => void;
};

const pathOf = (request: FastifyRequest) => request.url.split('?')[0] ?? '';

function sameKey(given: string | undefined, wanted: string): boolean {
  const a = Buffer.from(given ?? '');
  const b = Buffer.from(wanted);
  return a.length === b.length && timingSafeEqual(a, b);
}

function takeJson(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    request.bodyText = text.toString();
    if (request.entry && text !== '')
      request.entry.bodySha256 = createHash('sha256').update(request.bodyText).digest('hex');
    try {
      done(null, text === '' ? null : JSON.parse(request.bodyText));
    } catch {
      done(refuse.notJson());
    }
  });
}

function applyFaults(app: FastifyInstance): void {
  app.addHook('preHandler', async ({ fault, raw }, reply) => {
    if (fault?.kind === 'delay') await wait(fault.ms, undefined, { ref: false });
    if (fault?.kind === 'status')
      await reply.code(fault.status).send(fault.body ?? bodyOfStatus(fault.status));
    if (fault?.kind === 'drop-before') {
      reply.hijack();
      raw.socket.destroy();
    }
  });
  app.addHook<unknown>('onSend', (request, reply, payload, done) => {
    const { fault } = request;
    if (fault?.kind === 'drop-after') {
      reply.hijack();
      request.raw.socket.destroy();
      return;
    }
    if (fault?.kind === 'nonsense') {
      reply.code(200).header('content-type', 'text/html').removeHeader('content-length');
      done(null, '<!doctype html><title>Maintenance</title><h1>We will be back soon</h1>');
      return;
    }
    if (fault?.kind === 'body') {
      reply.code(fault.status).header('content-type', fault.contentType).removeHeader('content-length');
      done(null, fault.text);
      return;
    }
    done(null, payload);
  });
}

function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof GatewayRefusal) return reply.code(error.statusCode).send(error.body);
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    return reply.code(status).send(bodyOfStatus(status));
  });
  const known: RegExp[] = [];
  app.addHook('onRoute', ({ url }) => {
    known.push(new RegExp(`^${url.replace(/\/$/, '').replace(/:[^/]+/g, '[^/]+')}/?$`));
  });
  app.setNotFoundHandler((request) => {
    throw known.some((pattern) => pattern.test(pathOf(request))) ? refuse.wrongMethod() : refuse.noRoute();
  });
}

/** Builds the app of one host; the caller listens. */
export function createHost({ world, host, faults, log, routes }: HostOptions): FastifyInstance {
  const app = fastify({
    logger: false,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1_000 },
  });
  app.decorateRequest('entry', null);
  app.decorateRequest('fault', null);
  app.decorateRequest('bodyText', null);
  takeJson(app);
  app.addHook('onRequest', (request, _reply, done) => {
    const { environment } = world;
    const { method } = request;
    const path = pathOf(request);
    const atMs = world.clock.nowMs();
    request.entry = { method, path, environment, host, atMs, bodySha256: null, status: null, acted: false };
    log.add(request.entry);
    request.fault = faults.take({ method, path, environment });
    // The checkout host does not authenticate; it forwards the credential (§5 rule 4).
    const open = host === 'checkout' || sameKey(request.headers.authorization, world.keys.secretKey);
    done(open ? undefined : refuse.key());
  });
  applyFaults(app);
  app.addHook('preHandler', (_request, _reply, done) => {
    catchUp(world);
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.entry) request.entry.status = reply.statusCode;
    done(null, payload);
  });
  answerErrors(app);
  routes(app);
  return app;
}
