/** One host of one environment: credential, request log, faults, and the error envelope around its routes. */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { checkAccess, type Access } from './access.ts';
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

type HostOptions = {
  world: World;
  host: LogEntry['host'];
  faults: Faults;
  log: RequestLog;
  routes: (app: FastifyInstance) => void;
  /** Told after each request that may have changed something. */
  onChange: () => void;
};

const LARGEST_BODY_BYTES = 1_048_576;

const pathOf = (request: FastifyRequest) => request.url.split('?')[0] ?? '';

/** Far above any request, far below where writing it again runs out of stack. */
const DEEPEST = 100;

/** Whether brackets outside of texts are nested deeper than any request needs. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [bracket = ''] of text.matchAll(/"(?:\\.|[^"\\])*"|[[\]{}]/g)) {
    if (bracket === '[' || bracket === '{') depth += 1;
    if (bracket === ']' || bracket === '}') depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}

function takeJson(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    request.bodyText = text.toString();
    if (request.entry && text !== '')
      request.entry.bodySha256 = createHash('sha256').update(request.bodyText).digest('hex');
    if (isTooDeep(request.bodyText)) return done(refuse.notJson());
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

/** The addresses of a host, each with its methods and whether it is public. */
type Known = { pattern: RegExp; methods: string[]; open: boolean }[];

function collectRoutes(app: FastifyInstance): Known {
  const known: Known = [];
  app.addHook('onRoute', ({ url, method, config }) => {
    const pattern = new RegExp(`^${url.replace(/\/$/, '').replace(/:[^/]+/g, '[^/]+')}/?$`);
    known.push({ pattern, methods: [method].flat(), open: config?.access?.credential === 'none' });
  });
  return known;
}

function answerErrors(app: FastifyInstance, known: Known): void {
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof GatewayRefusal) {
      if (error.retryAfterS !== null) reply.header('retry-after', error.retryAfterS);
      return reply.code(error.statusCode).send(error.body);
    }
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    // A mistake of this program: whoever develops it must see it, whoever calls it must not.
    if (status >= 500) console.error('The built-in gateway failed:', error);
    return reply.code(status).send(bodyOfStatus(status));
  });
  app.setNotFoundHandler((request, reply) => {
    const here = known.filter(({ pattern }) => pattern.test(pathOf(request)));
    if (here.length === 0) throw refuse.noRoute();
    reply.header('allow', [...new Set(here.flatMap(({ methods }) => methods))].join(', '));
    throw refuse.wrongMethod();
  });
}

/** Builds the app of one host; the caller listens. */
export function createHost({ world, host, faults, log, routes, onChange }: HostOptions): FastifyInstance {
  const app = fastify({
    logger: false,
    forceCloseConnections: true,
    bodyLimit: LARGEST_BODY_BYTES,
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 1_000,
      // One text for each name: of a parameter that is given twice the last counts.
      querystringParser: (text) => Object.fromEntries(new URLSearchParams(text)),
    },
    // What is not HTTP is answered in the gateway's words, too.
    clientErrorHandler: (_error, socket) => {
      const text = JSON.stringify(bodyOfStatus(400));
      if (socket.writable)
        socket.end(
          `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
        );
      else socket.destroy();
    },
    // A path that cannot be decoded never reaches the hooks below.
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      void reply.code(400).send(bodyOfStatus(400));
    },
  });
  app.decorateRequest('entry', null);
  app.decorateRequest('fault', null);
  app.decorateRequest('bodyText', null);
  takeJson(app);
  const known = collectRoutes(app);
  /** What is nowhere asks for a key, too, unless only the method is wrong; the checkout host does not authenticate. */
  const accessOf = (request: FastifyRequest): Access => {
    const { access } = request.routeOptions.config;
    if (access || host === 'checkout') return access ?? { credential: 'none' };
    if (!request.is404) return { credential: 'secret-key' };
    const here = known.filter(({ pattern }) => pattern.test(pathOf(request)));
    return { credential: here.length > 0 && here.every(({ open }) => open) ? 'none' : 'secret-key' };
  };
  app.addHook('onRequest', (request, _reply, done) => {
    const { environment } = world;
    const { method } = request;
    const path = pathOf(request);
    const atMs = world.clock.nowMs();
    request.entry = { method, path, environment, host, atMs, bodySha256: null, status: null, acted: false };
    log.add(request.entry);
    request.fault = faults.take({ method, path, environment });
    try {
      checkAccess(world, accessOf(request), request);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
  applyFaults(app);
  app.addHook('preHandler', (_request, _reply, done) => {
    catchUp(world);
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.entry) request.entry.status = reply.statusCode;
    // The world's time, which need not be the computer's.
    reply.header('date', new Date(world.clock.nowMs()).toUTCString());
    // What was done may set something in motion that time carries on.
    if (request.method !== 'GET') onChange();
    done(null, payload);
  });
  answerErrors(app, known);
  routes(app);
  return app;
}
