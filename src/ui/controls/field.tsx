import type { ComponentProps } from "react";
import { AlertIcon } from "../icons.tsx";

type FieldProps = ComponentProps<"input"> & {
  id: string;
  label: string;
  /** What is wrong with the value; shown beneath and tied to the field. */
  error?: string | undefined;
  /** A line of help beneath the label. */
  hint?: string;
};

/** A labelled text field with its error beneath (specification, "Forms"). */
export function Field({ id, label, error, hint, className = "", ...input }: FieldProps) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <input
        id={id}
        className={`min-h-11 w-full rounded-control border bg-sheet px-3 text-base ${error ? "border-danger" : "border-control"} ${className}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        {...input}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <p id={id} role="alert" className="flex items-start gap-2 text-sm text-danger empty:hidden">
      {error && (
        <>
          <AlertIcon className="mt-0.5 size-4 shrink-0" />
          <span>{error}</span>
        </>
      )}
    </p>
  );
}
