import { useCallback, useEffect, useRef, type FormEvent } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { textsFor, type ErrorTexts } from "./form-errors.ts";

type Submit<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>;
  onSubmit: ((values: Output) => unknown) | undefined;
  errors: ErrorTexts<FieldPath<Input>>;
  onFailure: ((error: unknown) => void) | undefined;
  /** There are messages to be led to. */
  onProblems(failure?: unknown): void;
};

/** What sending leaves as it is: all but what counts as a change. */
const kept = {
  keepValues: true,
  keepFieldsRef: true,
  keepIsSubmitted: true,
  keepIsSubmitSuccessful: true,
  keepSubmitCount: true,
};

/**
 * Sends a form: once, however often it is asked for meanwhile. What was sent successfully is no change any more; after
 * anything else the values stay as they are.
 */
export function useSubmit<Input extends FieldValues, Output>({
  form,
  onSubmit,
  errors,
  onFailure,
  onProblems,
}: Submit<Input, Output>) {
  const isPending = useRef(false);
  const putOnFields = useAnswers(form);

  async function send(values: Output): Promise<{ isSent: boolean; failure?: unknown }> {
    try {
      await onSubmit?.(values);
      return { isSent: true };
    } catch (error) {
      const texts = textsFor(error, errors);
      if (texts) putOnFields(texts);
      else if (onFailure) onFailure(error);
      else {
        reportUnknown(error);
        form.setError("root", { type: "failure", message: "components:form.failed" });
        return { isSent: false, failure: error };
      }
      return { isSent: false };
    }
  }

  async function checkAndSend() {
    const sent = form.getValues();
    let result: Awaited<ReturnType<typeof send>> = { isSent: false };
    await form.handleSubmit(async (values) => {
      result = await send(values);
    })();
    if (Object.keys(form.getErrors()).length > 0) onProblems(result.failure);
    // A form may have been emptied by whoever sent it.
    else if (result.isSent && form.control._getDirty()) form.reset(sent, kept);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    // A form in a dialog may stand inside of another one's tree.
    event.stopPropagation();
    if (!onSubmit) {
      // oxlint-disable-next-line no-console -- for who writes a form (specification, "Other messages")
      console.warn("Missing onSubmit method on <Form>");
      return;
    }
    if (isPending.current) return;
    isPending.current = true;
    try {
      await checkAndSend();
    } finally {
      isPending.current = false;
    }
  }

  /** Whether something would be lost by leaving. What is being sent is not. */
  const isChanged = useCallback(() => !isPending.current && form.control._getDirty(), [form.control]);
  return { submit, isChanged };
}

/** Puts a server's answer on fields. Its messages belong together: where one field is mended, all of them go. */
function useAnswers<Input extends FieldValues, Output>({
  setError,
  clearErrors,
  subscribe,
}: UseFormReturn<Input, unknown, Output>) {
  const answered = useRef<FieldPath<Input>[]>([]);

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          if (!answered.current.some((each) => each === name)) return;
          clearErrors(answered.current);
          answered.current = [];
        },
      }),
    [subscribe, clearErrors],
  );

  return (texts: Partial<Record<FieldPath<Input>, string>>) => {
    answered.current = Object.keys(texts) as FieldPath<Input>[];
    for (const name of answered.current) setError(name, { type: "server", message: texts[name] });
  };
}

/** An error that is no data is a mistake of ours, and must be seen by who can mend it. */
function reportUnknown(error: unknown): void {
  const isData = error instanceof Error && "code" in error;
  if (!isData) reportError(error);
}
