/** What every service is given. `ProfileContext` is made for each active profile (active-profile.ts, profile-session.ts). */
import type { Clock, Random } from '#shared/time/clock.ts';
import type { Emit } from '#shared/contract/index.ts';
import type { Environment } from '#shared/domain/environment.ts';
import type { Right, Role } from '#shared/domain/rights.ts';
import type { Capabilities } from '../gateway/capabilities.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Database } from '../database/client.ts';
import type { Log } from '../log/log.ts';

/** Who is signed in decides whether work that goes on by itself may send. */
export type Presence = {
  /** False while Closeout is locked, and for a person without this right. */
  readonly may: (right: Right) => boolean;
  /** Tells when that may have changed, until the answer is called. */
  readonly onChange: (heard: () => void) => () => void;
  /** Does the next part of long work in the name of whoever is signed in now, even if somebody else began it. */
  readonly inTheirName: <T>(work: () => Promise<T>) => Promise<T>;
};
/** Of a core without people of its own. */
export const alwaysThere: Presence = {
  may: () => true,
  onChange: () => () => {},
  inTheirName: (work) => work(),
};

/** The active profile's working parts. Switching profiles makes a new one; nothing of the old is used again. */
export type ProfileContext = {
  readonly profileId: string;
  readonly merchantId: string;
  /** The version of the app, for what is printed and kept. */
  readonly version: string;
  readonly environment: Environment;
  /** Who acts now, for the journal and the audit record: asked at the moment of each entry. */
  readonly actor: () => string;
  /**
   * True if the person who is signed in may see what a count should come to. `blindRoles`: the roles that count this branch
   * blind.
   */
  readonly seesExpected: (blindRoles: readonly Role[]) => boolean;
  /** True if the person who is signed in may see phones and emails of customers. */
  readonly seesContacts: () => boolean;
  readonly presence: Presence;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly emit: Emit;
  readonly db: Database;
  readonly gateway: Gateway;
  /** What has been learnt of this gateway; the worst if nothing has. */
  readonly capabilities: Capabilities;
};
