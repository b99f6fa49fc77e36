import { CallError } from './client';
import { ErrorInfo } from './types.gen';

/** A failure that arises on this side of the wire: what happened, and what to do next. */
export function failure(
  code: ErrorInfo['code'],
  message: string,
  hint: string,
  retryable = false
): CallError {
  return new CallError({
    code,
    message,
    hint,
    retryable,
    retry_after_s: null,
    backend: null,
    url: null
  });
}

/** The caller's own signal ended the call. */
export function cancelled(): CallError {
  return failure('cancelled', 'Cancelled.', 'Start it again when you like.');
}

/** Any error as a CallError, so that components meet one kind. */
export function asCallError(error: unknown): CallError {
  if (error instanceof CallError) {
    return error;
  }
  const message = error instanceof Error ? error.message : String(error);
  return failure('bad_answer', message, 'Reload the page and try again.');
}
