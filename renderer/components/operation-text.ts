/** A reading operation of the gateway as people call it. */
import type { TFunction } from 'i18next';

/** Names of texts have no dots. */
export const inTextName = (operation: string): string => operation.replaceAll('.', '-');

export const operationText = (t: TFunction, operation: string): string =>
  t(`answers.operation.${inTextName(operation)}`, { defaultValue: operation });
