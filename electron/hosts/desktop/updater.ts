/**
 * electron-updater with a generic provider. Its requests are ours: the one place that makes connections verifies them, and takes proxy
 * and authorities from the policy. Windows and macOS check the signature of what came; on Linux its SHA-512 is in the feed.
 */
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

class FeedExecutor extends HttpExecutor<ClientRequest> {
  private readonly agents = { https: new OwnHttps(), http: new OwnHttp() };

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
  app?: UpdatedApp;
};

/** Loopback may be plain, for tests and for a mirror on the same computer. */
const isAllowed = (feed: string): boolean =>
  /^https:\/\//.test(feed) || /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?(\/|$)/.test(feed);

export function createUpdater({ platform, isAppImage, log, app }: From): Updater {
  const updater = updaterOf(platform, isAppImage, app);
  const quiet = (message?: unknown) => log(String(message));
  updater.logger = { info: () => {}, warn: quiet, error: quiet };
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = true;
  updater.disableDifferentialDownload = true;
  // Its type is of electron's own network.
  (updater as unknown as { httpExecutor: FeedExecutor }).httpExecutor = new FeedExecutor();
  return {
    async look({ feed, channel, older }) {
      if (!isAllowed(feed)) throw Object.assign(new Error('the feed is not https'), { code: 'not-https' });
      updater.setFeedURL({ provider: 'generic', url: feed });
      updater.channel = channel === 'early' ? 'early' : 'latest';
      // Setting a channel allows older versions, which is not meant here.
      updater.allowDowngrade = older;
      const found = await updater.checkForUpdates();
      return found?.isUpdateAvailable === true ? { version: found.updateInfo.version } : null;
    },
    async download() {
      await updater.downloadUpdate(new CancellationToken());
    },
    install: () => updater.quitAndInstall(true, true),
  };
}
