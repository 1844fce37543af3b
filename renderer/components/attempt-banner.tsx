/** An attempt that got no answer: what it should have made may exist. A whole list shows whether it does, and a person decides. */
import { Button } from '@mantine/core';
import { IconQuestionMark } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { MayMove } from '../app-store.ts';
import { GuardedButton } from './guarded-button.tsx';

type AttemptProps = {
  /** What was tried, by whom and when, and what a whole list said. */
  text: string;
  /** A whole list lacked it: only then it can be made again. */
  isAbsent: boolean;
  busy: boolean;
  /** Whether this person may make or drop it. */
  guard: MayMove;
  words: { look: string; makeAgain: string; drop: string };
  onLook: () => void;
  onMakeAgain: () => void;
  onDrop: () => void;
  /** What it may have made. */
  children?: ReactNode;
};

export function AttemptBanner({ text, isAbsent, busy, guard, words, children, ...on }: AttemptProps) {
  const small = { size: 'compact-xs', variant: 'subtle' } as const;
  return (
    <div className="banner" data-tone="unknown" role="status">
      <IconQuestionMark size={18} />
      <span>{text}</span>
      {children}
      {isAbsent ? (
        <GuardedButton guard={guard} {...small} loading={busy} onClick={on.onMakeAgain}>
          {words.makeAgain}
        </GuardedButton>
      ) : (
        <Button {...small} loading={busy} onClick={on.onLook}>
          {words.look}
        </Button>
      )}
      <GuardedButton guard={guard} {...small} color="gray" onClick={on.onDrop}>
        {words.drop}
      </GuardedButton>
    </div>
  );
}
