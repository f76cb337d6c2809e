import { useCallback, useEffect, useRef, type FormEvent } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { apiErrorOf } from "#lib/api-error.ts";
import { fieldMessagesOf, type FieldMessages, type SubmitErrors } from "./form-errors.ts";

type SubmitOptions<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>;
  onSubmit: ((values: Output) => unknown) | undefined;
  submitErrors: SubmitErrors<FieldPath<Input>>;
  onFailure: ((error: unknown) => void) | undefined;
  /** Called when the form has errors after a submit. */
  onInvalid(error?: unknown): void;
};

/** After a successful submit only the comparison values are reset: what was submitted is no unsaved change. */
const resetOptions = {
  keepValues: true,
  keepFieldsRef: true,
  keepIsSubmitted: true,
  keepIsSubmitSuccessful: true,
  keepSubmitCount: true,
};

/** Submits a form. A second submit while the first is pending is ignored. After a failure the values stay. */
export function useSubmit<Input extends FieldValues, Output>({
  form,
  onSubmit,
  submitErrors,
  onFailure,
  onInvalid,
}: SubmitOptions<Input, Output>) {
  const isPending = useRef(false);
  const setServerErrors = useServerErrors(form);
  const hasField = (name: string): name is FieldPath<Input> => Object.hasOwn(form.getValues(), name);

  async function send(values: Output): Promise<{ isSent: boolean; error?: unknown }> {
    try {
      await onSubmit?.(values);
      return { isSent: true };
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return { isSent: false };
      const messages = fieldMessagesOf(error, submitErrors, hasField);
      if (messages) setServerErrors(messages);
      else if (onFailure) onFailure(error);
      else {
        // An error without a code is a bug.
        if (!apiErrorOf(error)) reportError(error);
        form.setError("root", { type: "failure", message: "components:form.failed" });
        return { isSent: false, error };
      }
      return { isSent: false };
    }
  }

  async function validateAndSend() {
    const submitted = form.getValues();
    let result: Awaited<ReturnType<typeof send>> = { isSent: false };
    await form.handleSubmit(async (values) => {
      result = await send(values);
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
      await validateAndSend();
    } finally {
      isPending.current = false;
    }
  }

  /** Whether there are unsaved changes. While a submit is pending there are none. */
  const isChanged = useCallback(() => !isPending.current && form.control._getDirty(), [form.control]);
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
