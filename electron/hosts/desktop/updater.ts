/**
 * electron-updater with a generic provider. Its requests are ours: the one place that makes connections verifies them, and takes proxy
 * and authorities from the policy. Windows and macOS check the signature of what came. A list of versions that the organisation signs
 * with its key is believed only with that signature, which Linux insists on: there it is the only one. Each file's SHA-512 is in the list.
 */
import { createPublicKey, verify } from 'node:crypto';
import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import {
  CancellationToken,
  configureRequestOptions,
  configureRequestUrl,
  HttpError,
  HttpExecutor,
  type DownloadOptions,
} from 'builder-util-runtime';
import { AppImageUpdater, DebUpdater, MacUpdater, NsisUpdater, type AppUpdater } from 'electron-updater';
import { openConnection } from '../../gateway/connection.ts';
import type { Updater } from '../../services/updates/index.ts';

/** What electron-updater asks of the app. */
type UpdatedApp = NonNullable<ConstructorParameters<typeof DebUpdater>[1]>;

type Opened = (error: Error | null, socket: Duplex) => void;
function open(options: RequestOptions, secure: boolean, opened: Opened): void {
  const port = Number(options.port ?? (secure ? 443 : 80));
  const url = new URL(`${secure ? 'https' : 'http'}://${options.host ?? options.hostname ?? ''}:${port}`);
  openConnection(url, {}, new AbortController().signal).then(
    (socket) => opened(null, socket),
    // Node takes no socket beside an error.
    (error: unknown) => opened(error instanceof Error ? error : new Error(String(error)), undefined as never),
  );
}
class OwnHttps extends HttpsAgent {
  override createConnection(options: RequestOptions, opened?: Opened): undefined {
    if (opened) open(options, true, opened);
  }
}
class OwnHttp extends HttpAgent {
  override createConnection(options: RequestOptions, opened?: Opened): undefined {
    if (opened) open(options, false, opened);
  }
}

/** A failure that the window has a sentence for. */
const refused = (code: 'no-key' | 'not-signed' | 'other-version' | 'not-https'): Error =>
  Object.assign(new Error(`the feed is refused: ${code}`), { code });

class FeedExecutor extends HttpExecutor<ClientRequest> {
  private readonly agents = { https: new OwnHttps(), http: new OwnHttp() };
  /** What lists of versions must be signed with. */
  key: string | null = null;

  /** Reads a list of versions, beside which is its signature. */
  override async request(
    options: RequestOptions,
    token?: CancellationToken,
    data?: Record<string, unknown> | null,
  ): Promise<string | null> {
    // What was asked for is written into the options.
    const beside = { ...options, path: options.path?.replace('.yml', '.yml.sig') };
    const list = await super.request(options, token, data);
    if (this.key !== null && !(await this.#isSigned(list ?? '', this.key, beside)))
      throw refused('not-signed');
    return list;
  }

  async #isSigned(list: string, key: string, beside: RequestOptions): Promise<boolean> {
    const signature = await super.request(beside).catch((error: unknown) => {
      if (error instanceof HttpError && error.statusCode === 404) return null;
      throw error;
    });
    const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    return verify(null, Buffer.from(list), publicKey, Buffer.from(signature ?? '', 'base64'));
  }

  createRequest(options: RequestOptions, callback: (response: unknown) => void): ClientRequest {
    const isPlain = options.protocol === 'http:';
    const given: RequestOptions = { ...options, agent: isPlain ? this.agents.http : this.agents.https };
    return isPlain ? httpRequest(given, callback) : httpsRequest(given, callback);
  }

  download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    return options.cancellationToken.createPromise((resolve, reject, onCancel) => {
      const request: RequestOptions = { ...(options.headers && { headers: options.headers }) };
      configureRequestUrl(url, request);
      configureRequestOptions(request);
      const callback = (error: Error | null) => (error ? reject(error) : resolve(destination));
      this.doDownload(request, { destination, options, onCancel, callback, responseHandler: null }, 0);
    });
  }
}

function updaterOf(platform: NodeJS.Platform, isAppImage: boolean, app?: UpdatedApp): AppUpdater {
  if (platform === 'win32') return new NsisUpdater(null, app);
  if (platform === 'darwin') return new MacUpdater(undefined, app);
  return isAppImage ? new AppImageUpdater(null, app) : new DebUpdater(null, app);
}

type From = {
  platform: NodeJS.Platform;
  isAppImage: boolean;
  log: (message: string) => void;
  /** Ends what is running and lets go of the data: the new version may be there before this process is gone. */
  beforeInstall: () => Promise<void>;
  /** Nothing was installed, and everything has ended for it. */
  onNotInstalled: (error: Error) => void;
  app?: UpdatedApp;
};

/** Loopback may be plain, for tests and for a mirror on the same computer. */
const isAllowed = (feed: string): boolean =>
  /^https:\/\//.test(feed) || /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?(\/|$)/.test(feed);

export function createUpdater({
  platform,
  isAppImage,
  log,
  beforeInstall,
  onNotInstalled,
  app,
}: From): Updater {
  const updater = updaterOf(platform, isAppImage, app);
  const quiet = (message?: unknown) => log(String(message));
  updater.logger = { info: () => {}, warn: quiet, error: quiet };
  updater.autoDownload = false;
  // It would not ask whether a day is being closed.
  updater.autoInstallOnAppQuit = false;
  updater.disableDifferentialDownload = true;
  const executor = new FeedExecutor();
  // Its type is of electron's own network.
  (updater as unknown as { httpExecutor: FeedExecutor }).httpExecutor = executor;
  return {
    async look({ feed, channel, key, before }) {
      if (!isAllowed(feed)) throw refused('not-https');
      if (key === null && platform === 'linux') throw refused('no-key');
      executor.key = key;
      updater.setFeedURL({ provider: 'generic', url: feed });
      updater.channel = channel === 'early' ? 'early' : 'latest';
      // Setting a channel allows older versions, which is not meant here.
      updater.allowDowngrade = before !== null;
      const found = await updater.checkForUpdates();
      if (found?.isUpdateAvailable !== true) return null;
      const { version } = found.updateInfo;
      if (before !== null && version !== before) throw refused('other-version');
      return { version };
    },
    async download() {
      await updater.downloadUpdate(new CancellationToken());
    },
    async install() {
      await beforeInstall();
      updater.once('error', onNotInstalled);
      updater.quitAndInstall(true, true);
    },
  };
}
