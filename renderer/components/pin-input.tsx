/** A PIN on its way in: digits that nobody reads over a shoulder, and no password manager keeps. */
import { TextInput, type TextInputProps } from '@mantine/core';

type PinInputProps = Omit<TextInputProps, 'onChange' | 'type'> & { onChange: (value: string) => void };

export const PinInput = ({ onChange, ...input }: PinInputProps) => (
  <TextInput
    {...input}
    type="password"
    dir="ltr"
    inputMode="numeric"
    autoComplete="one-time-code"
    spellCheck={false}
    maxLength={24}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
