import type { ComponentProps, ReactNode } from "react";
import { AlertIcon } from "../icons.ts";
import { TextInput } from "./text-input.tsx";

type FieldLayoutProps = {
  id: string;
  label: ReactNode;
  /** Shown below the control, as part of its accessible description. */
  error?: string | undefined;
  /** A line of help below the control. */
  hint?: ReactNode;
};

/** A label. */
export function FieldLabel({ htmlFor, ...props }: ComponentProps<"label">) {
  return <label htmlFor={htmlFor} className="text-sm font-semibold" {...props} />;
}

/** A line of help below a control. */
export function FieldHint(props: ComponentProps<"p">) {
  return <p className="text-sm text-muted-foreground" {...props} />;
}

/** An error message below a control, announced when it appears (specification, "Forms"). */
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

/** A control with its label, help and error, for forms without the form library. */
export function FieldLayout({
  id,
  label,
  error,
  hint,
  children,
}: FieldLayoutProps & { children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <FieldLabel id={`${id}-label`} htmlFor={id}>
        {label}
      </FieldLabel>
      {children}
      {hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

/** The attributes that connect a control with the error and help of its `FieldLayout`. */
export function fieldAttributes({ id, error, hint }: Pick<FieldLayoutProps, "id" | "error" | "hint">) {
  return {
    id,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined,
  };
}

/** A text input with its label. */
export function Field({ id, label, error, hint, ...input }: FieldLayoutProps & ComponentProps<"input">) {
  return (
    <FieldLayout {...{ id, label, error, hint }}>
      <TextInput {...fieldAttributes({ id, error, hint })} {...input} />
    </FieldLayout>
  );
}
