/**
 * A field for a secret that the browser never sees: what stands in it are dots, the value is in the page's memory alone. A password
 * field would hand it to the browser's manager of passwords, which keeps copies and offers to save it.
 */
import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState, type ClipboardEvent } from 'react';
import { noteSecretTyped } from '../typed-secrets.ts';
import { valueAfter } from './secret-value.ts';

type SecretInputProps = Pick<TextInputProps, 'label' | 'description' | 'required' | 'placeholder'> & {
  value: string;
  onChange: (value: string) => void;
  toggleLabel: string;
};

export function SecretInput({ value, onChange, toggleLabel, ...rest }: SecretInputProps) {
  const [isShown, setShown] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current !== null) field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const change = (next: string, at: number) => {
    noteSecretTyped();
    caret.current = at;
    onChange(next);
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    const text = event.clipboardData.getData('text/plain').trim();
    const from = selectionStart ?? value.length;
    change(value.slice(0, from) + text + value.slice(selectionEnd ?? from), from + text.length);
  };
  return (
    <TextInput
      {...rest}
      ref={field}
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      value={isShown ? value : '•'.repeat(value.length)}
      onPaste={paste}
      onChange={({ currentTarget: { value: shown, selectionStart } }) => {
        const at = selectionStart ?? shown.length;
        change(isShown ? shown : valueAfter(value, shown, at), at);
      }}
      rightSection={
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={toggleLabel}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <IconEyeOff size={16} /> : <IconEye size={16} />}
        </ActionIcon>
      }
    />
  );
}
