/** Names the text columns of a settled transaction and their values in the language of the window. */
import type { TFunction } from 'i18next';
import type { SettledText } from '#shared/domain/settled-texts.ts';

export const textHead = (t: TFunction, name: SettledText): string =>
  t([`settlement.column.${name}`, `terminals.column.${name}`]);

/** A value that has no word of ours stands as the gateway sent it. */
export const textWord = (t: TFunction, name: SettledText, value: string | null): string | null =>
  value === null ? null : t(`terminals.${name}.${value}`, { defaultValue: value });
