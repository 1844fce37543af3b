/** The workers as they are delivered: `npm run bench` builds them first. Reading TypeScript costs time and memory that nobody has to give. */
const built = (name: string) => new URL(`../../out/main/${name}.js`, import.meta.url);

export const databaseWorkerUrl = built('database-worker');
export const statementWorkerUrl = built('statement-worker');
export const exportWorkerUrl = built('export-worker');
export const headOfficeWorkerUrl = built('head-office-worker');
