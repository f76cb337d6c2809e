import type { ComponentProps, ReactNode } from "react";
import { AlertIcon } from "../icons.ts";
import { TextInput } from "./text-input.tsx";

type FrameProps = {
  id: string;
  label: ReactNode;
  /** What is wrong with the value; shown beneath and tied to the field. */
  error?: string | undefined;
  /** A line of help beneath the field. */
  hint?: ReactNode;
};

/** The label of the control with the id given. */
export function FieldLabel({ htmlFor, ...props }: ComponentProps<"label">) {
  return <label htmlFor={htmlFor} className="text-sm font-semibold" {...props} />;
}

/** A line of help beneath a control. */
export function FieldHint(props: ComponentProps<"p">) {
  return <p className="text-sm text-muted-foreground" {...props} />;
}

/** What is wrong with a value, beneath its control: announced when it appears (specification, "Forms"). */
export function FieldError({ children, ...props }: ComponentProps<"p">) {
  return (
    <p role="alert" className="flex items-start gap-2 text-sm text-danger empty:hidden" {...props}>
      {children && (
        <>
          <AlertIcon className="mt-0.5 size-4 shrink-0" />
          <span>{children}</span>
        </>
      )}
    </p>
  );
}

/** A control with its label, help and error, for forms that need no form library. */
export function FieldLayout({ id, label, error, hint, children }: FrameProps & { children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      {children}
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

/** The attributes that tie a control to what its frame says. */
export function fieldAttributes({ id, error, hint }: Pick<FrameProps, "id" | "error" | "hint">) {
  return {
    id,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined,
  };
}

/** A labelled text field. */
export function Field({ id, label, error, hint, ...input }: FrameProps & ComponentProps<"input">) {
  return (
    <FieldLayout {...{ id, label, error, hint }}>
      <TextInput {...fieldAttributes({ id, error, hint })} {...input} />
    </FieldLayout>
  );
}
