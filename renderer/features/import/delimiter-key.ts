/** The key of a delimiter's name in the texts. Pure. */
import type { CsvDelimiter } from '#shared/domain/statement.ts';

const names: Readonly<Record<CsvDelimiter, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
};
export const delimiterKey = (delimiter: CsvDelimiter): string => `import.delimiter.${names[delimiter]}`;
