/** An error in the corner of the window: for what a person did on a page that has no other place for it. */
import { notifications } from '@mantine/notifications';
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import { useErrorText } from './error-notice.tsx';

/** A part of the error in words. It follows the language of the window. */
function Words({ error, part }: { error: AppError; part: 'title' | 'next' }) {
  return <>{useErrorText()(error)[part]}</>;
}

export function tellError(error: AppError): void {
  notifications.show({
    // The same refusal twice is one notice.
    id: `error-${error.kind}-${error.code}`,
    color: 'red',
    autoClose: 20_000,
    title: <Words error={error} part="title" />,
    message: <Words error={error} part="next" />,
  });
}

/** The value of an answer; null after an error, which this has told. */
export async function orTell<T>(answer: Promise<Result<T>>): Promise<T | null> {
  const result = await answer;
  if (result.ok) return result.value;
  tellError(result.error);
  return null;
}
