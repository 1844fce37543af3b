/** A window whose PC takes part in head office: the enrolment file that an administrator makes, and its use. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeEnrolment } from '#electron/head-office/administer.ts';
import type { Connection } from '#electron/head-office/connection.ts';
import { enrolmentText } from '#electron/head-office/enrolment-file.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import type { Environment } from '#shared/domain/environment.ts';
import type { Cluster } from '../electron/head-office/cluster.ts';
import { read } from './closing.ts';
import { freshFolder } from './host.ts';

export type ChainRecord = {
  readonly cluster: Cluster;
  readonly owner: Connection;
  readonly database: string;
};
/** `branch`: '' for a PC that sees every branch. */
type Enrolled = { readonly name: string; readonly branch: string; readonly environment?: Environment };

/** The merchant of the window. */
export async function merchantOf(page: Page): Promise<string> {
  const { profiles } = await read<OutputOf<'profiles.list'>>(page, 'profiles.list', {});
  return profiles[0]?.merchantId ?? '';
}

/** The path of a file that lets one PC of the window's merchant in. */
export async function enrolmentFor(
  page: Page,
  { cluster, owner, database }: ChainRecord,
  { name, branch, environment = 'practice' }: Enrolled,
): Promise<string> {
  const { host, port, ca } = cluster.login(database);
  const of = { name, environment, merchant: await merchantOf(page), branch };
  const paper = await makeEnrolment(owner, { host, port, database, ca }, of);
  const file = join(freshFolder('enrolment'), 'head-office.enrolment');
  writeFileSync(file, enrolmentText(paper));
  return file;
}

export async function joinChain(page: Page, record: ChainRecord, enrolled: Enrolled): Promise<void> {
  await read(page, 'headOffice.join', { file: await enrolmentFor(page, record, enrolled) });
}
