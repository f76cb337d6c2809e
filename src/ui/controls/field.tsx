import type { ComponentProps, ReactNode } from "react";
import { AlertIcon } from "../icons.tsx";

type FrameProps = {
  id: string;
  label: string;
  /** What is wrong with the value; shown beneath and tied to the field. */
  error?: string | undefined;
  /** A line of help beneath the field. */
  hint?: string;
};

/** A field's label, help and error around it (specification, "Forms"). */
export function FieldFrame({ id, label, error, hint, children }: FrameProps & { children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      <p id={`${id}-error`} role="alert" className="flex items-start gap-2 text-sm text-danger empty:hidden">
        {error && (
          <>
            <AlertIcon className="mt-0.5 size-4 shrink-0" />
            <span>{error}</span>
          </>
        )}
      </p>
    </div>
  );
}

/** The attributes that tie a field to what its frame says. */
export function framed({ id, error, hint }: Pick<FrameProps, "id" | "error" | "hint">) {
  return {
    id,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined,
  };
}

/** A labelled text field. */
export function Field({ id, label, error, hint, ...input }: FrameProps & ComponentProps<"input">) {
  return (
    <FieldFrame {...{ id, label, error, hint }}>
      <input
        className={`min-h-11 w-full rounded-control border bg-sheet px-3 text-base ${error ? "border-danger" : "border-control"}`}
        {...framed({ id, error, hint })}
        {...input}
      />
    </FieldFrame>
  );
}
