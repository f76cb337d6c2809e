import { useCallback, useEffect, useRef, type FormEvent } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { apiErrorOf } from "#lib/api-error.ts";
import { errorTextKey } from "../errors/error-data.ts";
import { areSubmitsInterrupted, trackSubmit } from "./unsaved-changes.ts";
import type { FormState } from "./use-form.ts";
import { fieldMessagesOf, type FieldMessages, type SubmitErrors } from "./form-errors.ts";

export type SubmitOptions<Input extends FieldValues, Output> = {
  form: FormState<Input, Output>;
  /** Called with the schema's output. The form is busy until the promise settles. An `AbortError` is ignored. */
  onSubmit?: ((values: Output) => unknown) | undefined;
  /** For each error code that `onSubmit` may throw, the messages (text keys) of the fields that it is about. */
  submitErrors?: SubmitErrors<FieldPath<Input>> | undefined;
  /**
   * Called with any other error. By default the form itself shows that it failed; it always shows a known reason, for example an
   * unavailable service. If it returns a function, as `toast.error` does, the next submit calls it.
   */
  onFailure?: ((error: unknown) => unknown) | undefined;
};

/** After a successful submit only the comparison values are reset: what was submitted is no unsaved change. */
const resetOptions = {
  keepValues: true,
  keepFieldsRef: true,
  keepIsSubmitted: true,
  keepIsSubmitSuccessful: true,
  keepSubmitCount: true,
};

/**
 * Submits a form. A second submit while the first is pending is ignored. After a failure the values stay.
 * @param onInvalid called when the form has errors after a submit, with the error if it is unexpected
 */
export function useSubmit<Input extends FieldValues, Output>(
  { form, onSubmit, submitErrors, onFailure }: SubmitOptions<Input, Output>,
  onInvalid: (error?: unknown) => void,
) {
  const isPending = useRef(false);
  const dismissFailure = useRef<unknown>(undefined);
  const setServerErrors = useServerErrors(form);
  const hasField = (name: string): name is FieldPath<Input> => Object.hasOwn(form.getValues(), name);

  /** @returns the error if the form itself shows it */
  function handleError(error: unknown): unknown {
    if (error instanceof DOMException && error.name === "AbortError") return undefined;
    // A dialog tells about it. // optional: demo
    if (apiErrorOf(error)?.code === "DEMO_MODE") return undefined; // optional: demo
    const messages = fieldMessagesOf(error, submitErrors, hasField);
    if (messages) {
      setServerErrors(messages);
      return undefined;
    }
    if (onFailure) dismissFailure.current = onFailure(error);
    // An error without a code is a bug.
    else if (!apiErrorOf(error)) reportError(error);
    const reason = errorTextKey(error);
    if (onFailure && !reason) return undefined;
    form.setError("root", { type: "failure", message: reason ?? "components:form.failed" });
    return error;
  }

  async function validateAndSend() {
    const submitted = form.getValues();
    if (typeof dismissFailure.current === "function") dismissFailure.current();
    const result: { isSent?: boolean; error?: unknown } = {};
    await form.handleSubmit(async (values) => {
      try {
        await onSubmit?.(values);
        result.isSent = true;
      } catch (error) {
        result.error = handleError(error);
      }
    })();
    if (Object.keys(form.getErrors()).length > 0) onInvalid(result.error);
    // `onSubmit` may have reset the form itself.
    else if (result.isSent && form.control._getDirty()) form.reset(submitted, resetOptions);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    // A form in a dialog may be inside another form's React tree.
    event.stopPropagation();
    if (!onSubmit) {
      // oxlint-disable-next-line no-console -- for developers (specification, "Other messages")
      console.warn("Missing onSubmit method on <Form>");
      return;
    }
    if (isPending.current) return;
    isPending.current = true;
    try {
      await trackSubmit(validateAndSend());
    } finally {
      isPending.current = false;
    }
  }

  /** Whether there are unsaved changes. While a submit is pending there are none, unless it waits for the user. */
  const isChanged = useCallback(
    () => (!isPending.current || areSubmitsInterrupted()) && form.control._getDirty(),
    [form.control],
  );
  return { submit, isChanged };
}

/** Sets errors from the server. They belong together: when one of the fields changes, all of them are cleared. */
function useServerErrors<Input extends FieldValues, Output>({
  setError,
  clearErrors,
  subscribe,
}: UseFormReturn<Input, unknown, Output>) {
  const fieldsWithErrors = useRef<FieldPath<Input>[]>([]);

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          if (!fieldsWithErrors.current.some((field) => field === name)) return;
          clearErrors(fieldsWithErrors.current);
          fieldsWithErrors.current = [];
        },
      }),
    [subscribe, clearErrors],
  );

  return (messages: FieldMessages<FieldPath<Input>>) => {
    fieldsWithErrors.current = Object.keys(messages) as FieldPath<Input>[];
    for (const name of fieldsWithErrors.current) setError(name, { type: "server", message: messages[name] });
  };
}
