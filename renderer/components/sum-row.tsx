/** The row below a table with what a column of amounts comes to. */
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  label: string;
  /** How many columns stand before the amounts, and after them. */
  before: number;
  after: number;
  children: ReactNode;
};

export function SumRow({ label, before, after, children }: Props) {
  return (
    <Table.Tr>
      <Table.Th scope="row" colSpan={before}>
        {label}
      </Table.Th>
      <Table.Td className="number-cell">{children}</Table.Td>
      {after > 0 && <Table.Td colSpan={after} />}
    </Table.Tr>
  );
}
