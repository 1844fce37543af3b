/** The text filter above a list. */
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

type SearchInputProps = {
  label: string;
  value: string;
  width: number;
  maxLength?: number;
  onChange: (text: string) => void;
};

export function SearchInput({ label, value, width, maxLength, onChange }: SearchInputProps) {
  return (
    <TextInput
      className="search-input"
      size="xs"
      w={width}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={14} />}
      value={value}
      maxLength={maxLength}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
