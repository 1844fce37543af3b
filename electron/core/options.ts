/** What a host gives the core that it starts. */
import type { StorageError } from '#shared/errors/app-error.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import type { KeyChild } from '../key-process/protocol.ts';
import type { SystemKeychain } from '../keychain/keychain.ts';
import type { SettingsStore } from '../services/settings/index.ts';
import type { PolicyPlaces } from '../policy/places.ts';
import type { Updater } from '../services/updates/index.ts';
import type { FolderLock } from './data-folder.ts';
import type { HostPorts } from './host-ports.ts';
import type { SharedGateway } from './practice-gateway.ts';

/** `story`: a merchant with a past. `bare`: terminals and settled sales, and nothing closed. */
export const practiceKinds = ['story', 'bare'] as const;
export type PracticeKind = (typeof practiceKinds)[number];

export type CoreOptions = {
  dataDir: string;
  /**
   * The lock of a host that had to hold the folder before the core. Without it the core takes its own. Released when the core
   * stops.
   */
  lock?: FolderLock;
  host: 'desktop' | 'browser';
  version: string;
  databaseWorkerUrl: URL;
  /** Where the worker that reads imported files is, if not beside the sources. */
  statementWorkerUrl?: URL;
  /** Where the script of the head-office worker is, if it is not beside the sources. */
  headOfficeWorkerUrl?: URL;
  settingsStore: SettingsStore;
  /** Set when the settings file could not be read and was moved aside. */
  settingsDamaged: { file: string; kept: string } | null;
  loadKeychain: () => Promise<SystemKeychain>;
  /** Starts the process that uses keys. Without it, keys are used in this process. */
  startKeyProcess?: () => KeyChild;
  clock: Clock;
  random: Random;
  /** Whether lists are read by themselves; not when absent. */
  upkeep?: boolean;
  /** What a new Practice begins with; bare when absent. */
  practice?: PracticeKind;
  /** The built-in gateway that this core shares with others; one of its own when absent. */
  practiceGateway?: SharedGateway;
  ports?: HostPorts;
  /** Sets aside what can be read again, and reaches no gateway until somebody says so. */
  safeMode?: boolean;
  /** Installs new versions; not given: this host cannot. */
  updater?: Updater | undefined;
  /** Problems of the folder from before the core started, such as a move that failed. */
  folderProblems?: readonly StorageError[];
  /** Where an organisation's settings are; none if it is not given. */
  policyPlaces?: PolicyPlaces;
};
