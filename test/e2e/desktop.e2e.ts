/** What only the desktop host has: its window, its refusals, and the operating system around it. */
import { packagedEnv } from '../desktop/packaged.ts';
import { expect, freshFolder, test, type Closeout } from './host.ts';
import { signIn } from './steps.ts';

test.beforeEach(({ host }) => {
  test.skip(host !== 'stand-in', 'the operating system is played by the stand-in only');
});

const refused = ({ standIn }: Closeout) =>
  (standIn?.told ?? []).flatMap((message) => (message.kind === 'refused' ? [message] : []));

test('the page has its three functions and nothing of Node or Electron', async ({ shared }) => {
  const { page } = await shared();
  await page.getByRole('heading', { name: 'Who uses this PC' }).waitFor();
  const found = await page.evaluate(async () => {
    const scope = window as unknown as Record<string, unknown>;
    const bridge = scope['closeout'] as { invoke(channel: string, input: unknown): Promise<unknown> };
    const names = ['require', 'process', 'Buffer', 'module', 'electron', 'ipcRenderer', 'global'];
    const unknown = await bridge.invoke('keychain.read', {}).then(
      () => 'answered',
      () => 'refused',
    );
    const outside = await fetch('https://example.com/').then(
      () => 'answered',
      () => 'refused',
    );
    return {
      nodeNames: names.filter((name) => scope[name] !== undefined),
      bridge: Object.keys(bridge).toSorted(),
      frozen: Object.isFrozen(bridge),
      unknown,
      outside,
    };
  });
  expect(found).toEqual({
    nodeNames: [],
    bridge: ['invoke', 'renew', 'subscribe'],
    frozen: true,
    unknown: 'refused',
    outside: 'refused',
  });
});

test('the sandbox is asked for before the app is ready, for every page', async ({ shared }) => {
  const { standIn } = await shared();
  const kinds = (standIn?.told ?? []).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'sandboxed' || kind === 'ready')).toEqual(['sandboxed', 'ready']);
});

test('a packaged app does not start with a switch that opens it, and says which', async ({ start }) => {
  const nowhere = freshFolder('nowhere');
  const env = packagedEnv({ version: '1.0.0', resources: nowhere, system: nowhere });
  for (const given of [
    '--remote-debugging-port=0',
    '--proxy-server=http://127.0.0.1:9',
    '--load-extension=/x',
  ])
    await expect(start({ env, args: [given] })).rejects.toThrow(
      `Closeout does not start with ${given.split('=')[0]}`,
    );
});

const addresses = [
  'https://evil.example/',
  'http://127.0.0.1:9/',
  'file:///etc/passwd',
  'data:text/html,<h1>evil</h1>',
  'javascript:document.title="evil"',
  'closeout://evil/index.html',
  'blob:https://evil.example/1',
  'chrome://settings/',
];
const ways: Record<string, (address: string) => void> = {
  'location.assign': (address) => location.assign(address),
  'location.replace': (address) => location.replace(address),
  'window.open': (address) => void window.open(address),
  link: (address) => {
    const link = document.body.appendChild(document.createElement('a'));
    link.href = address;
    link.click();
    link.remove();
  },
  'link to a new window': (address) => {
    const link = document.body.appendChild(document.createElement('a'));
    link.target = '_blank';
    link.href = address;
    link.click();
    link.remove();
  },
  form: (address) => {
    const form = document.body.appendChild(document.createElement('form'));
    form.action = address;
    form.submit();
    form.remove();
  },
  frame: (address) => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    frame.src = address;
  },
};

// A start of its own: afterwards a locator would wait for the navigations that were refused.
test('a hostile page cannot leave its address, open a window or load a frame', async ({ start }) => {
  const { page } = await start();
  await page.getByRole('heading', { name: 'Who uses this PC' }).waitFor();
  const home = page.url();
  const pages = () => page.context().pages().length;
  const pagesAtStart = pages();
  const escaped: string[] = [];
  for (const [name, way] of Object.entries(ways))
    for (const address of addresses) {
      await page.evaluate(way, address).catch(() => {
        // The page itself threw: it did not leave either.
      });
      await page.waitForTimeout(50);
      const title = await page.title();
      await expect.poll(pages, `${name} ${address} opened a window that stays`).toBe(pagesAtStart);
      const frames = page.frames().filter((frame) => frame !== page.mainFrame() && frame.url() === address);
      if (page.url() !== home || title === 'evil' || frames.length > 0) escaped.push(`${name} ${address}`);
    }
  expect(escaped).toEqual([]);
  // Asked of the page itself, which no locator reaches any more.
  expect(await page.evaluate(() => document.body.innerText)).toContain('Who uses this PC');
});

test('a download is refused, and so are the permissions that a page may ask for', async ({ shared }) => {
  const closeout = await shared();
  const { page } = closeout;
  await page.getByRole('heading', { name: 'Who uses this PC' }).waitFor();
  const downloads = () => refused(closeout).filter(({ what }) => what === 'download').length;
  const before = downloads();
  await page.evaluate(() => {
    const link = document.body.appendChild(document.createElement('a'));
    link.href = URL.createObjectURL(new Blob(['evil'], { type: 'application/octet-stream' }));
    link.download = 'evil.bin';
    link.click();
  });
  await expect.poll(downloads).toBeGreaterThan(before);
  const permissions = await page.evaluate(async () => {
    const names = ['geolocation', 'notifications'] as const;
    const states = await Promise.all(names.map((name) => navigator.permissions.query({ name })));
    return states.map(({ state }) => state);
  });
  expect(permissions).toEqual(['denied', 'denied']);
});

test('Closeout locks when the computer sleeps and when its screen is locked', async ({ start }) => {
  const { page, standIn } = await start();
  for (const event of ['suspend', 'lock-screen'] as const) {
    await signIn(page);
    standIn?.child.send({ kind: 'power', event });
    await expect(page.getByRole('heading', { name: 'Closeout is locked' })).toBeVisible();
  }
});

test('the menu speaks both languages, and cannot reload the window', async ({ shared }) => {
  const { standIn } = await shared();
  const labels = (standIn?.told ?? []).flatMap((message) => (message.kind === 'menu' ? message.labels : []));
  expect(labels).toEqual(expect.arrayContaining(['Quit · إنهاء', 'Edit · تحرير', 'View · عرض']));
  expect(labels.filter((label) => /reload/i.test(label))).toEqual([]);
});

test('every item of the menus presses its key in the window', async ({ start }) => {
  const { page, standIn } = await start();
  await signIn(page);
  await page.getByRole('button', { name: 'Start practising' }).click();
  await expect(page.getByRole('link', { name: 'Terminals', exact: true })).toBeVisible();
  const labels = (standIn?.told ?? []).flatMap((message) => (message.kind === 'menu' ? message.labels : []));
  const choose = (start: string) => {
    const label = labels.find((one) => one.startsWith(`${start} · `));
    standIn?.child.send({ kind: 'choose-in-menu', label });
  };
  for (const place of ['Terminals', 'Settings', 'Payments', 'Close day']) {
    choose(place);
    const link = page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${place}`) });
    await expect(link).toHaveAttribute('aria-current', 'page');
  }
  choose('Keyboard shortcuts');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  choose('Lock');
  await expect(page.getByRole('heading', { name: 'Closeout is locked' })).toBeVisible();
});

test('a page whose process ends is opened again, and the core did not end', async ({ start }) => {
  const { page, standIn } = await start();
  await page.getByRole('heading', { name: 'Who uses this PC' }).waitFor();
  const windows = () => (standIn?.told ?? []).filter(({ kind }) => kind === 'ready').length;
  expect(windows()).toBe(1);
  standIn?.child.send({ kind: 'crash-window' });
  await expect.poll(windows).toBe(2);
});

test('a second start on the same data brings the running window to the front, and ends', async ({
  start,
}) => {
  const { page, standIn, dataDir } = await start();
  await page.getByRole('heading', { name: 'Who uses this PC' }).waitFor();
  const focused = () => (standIn?.told ?? []).filter(({ kind }) => kind === 'focused').length;
  const before = focused();
  await expect(start({ dataDir })).rejects.toThrow('ended before its window was there');
  await expect.poll(focused).toBe(before + 1);
  await signIn(page);
  await expect(page.getByRole('button', { name: 'Start practising' })).toBeVisible();
});

test('no channel listens beside the contract’s, settings included', async ({ shared }) => {
  const { standIn } = await shared();
  const channels = (standIn?.told ?? []).flatMap((message) =>
    message.kind === 'channels' ? [message.names] : [],
  );
  expect(channels).toEqual([[]]);
});

test('the page may style itself by its own files and elements only', async ({ shared }) => {
  const { page } = await shared();
  await page.getByRole('heading', { name: 'Who uses this PC' }).waitFor();
  const refused = await page.evaluate(async () => {
    const told: string[] = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      told.push(effectiveDirective),
    );
    const style = document.createElement('style');
    style.textContent = 'body { display: none }';
    document.head.append(style);
    document.body.insertAdjacentHTML('beforeend', '<p style="color: red">evil</p>');
    await new Promise((resolve) => setTimeout(resolve));
    return { told: told.toSorted(), shown: getComputedStyle(document.body).display };
  });
  expect(refused).toEqual({ told: ['style-src-attr', 'style-src-elem'], shown: 'block' });
});

test('the data of an earlier start are there again, and the process ends in order', async ({ start }) => {
  const first = await start();
  await signIn(first.page);
  await first.page.getByRole('button', { name: 'Start practising' }).click();
  await expect(first.page.getByRole('link', { name: 'Terminals', exact: true })).toBeVisible();
  expect(await first.close()).toBe(0);
  const second = await start({ dataDir: first.dataDir });
  await signIn(second.page);
  await expect(second.page.getByRole('link', { name: 'Terminals', exact: true })).toBeVisible();
});
