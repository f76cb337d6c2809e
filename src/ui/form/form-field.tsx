import { createContext, use, useId, useLayoutEffect, useState, type ComponentProps } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { FieldHint, FieldLabel } from "../controls/field.tsx";
import { FormContext } from "./form-context.ts";

type FormFieldContextValue = {
  /** The id of the control, or of the group of controls. */
  id: string;
  labelId: string;
  helperId: string;
  errorId: string;
  hasHelper: boolean;
  setHelper: (hasHelper: boolean) => void;
  /** The label of a group has no `htmlFor`: it names the group, not one of its controls. */
  isGroup: boolean;
  setGroup: (isGroup: boolean) => void;
  /** The label says so. */
  isOptional: boolean;
  setOptional: (isOptional: boolean) => void;
};

const FormFieldContext = createContext<FormFieldContextValue | null>(null);

/** The surrounding `FormField`, if there is one. */
export function useFormFieldIfAny(): FormFieldContextValue | null {
  return use(FormFieldContext);
}

/** The surrounding `FormField`. @throws without one (specification, "Other messages") */
export function useFormField(): FormFieldContextValue {
  const field = useFormFieldIfAny();
  if (!field) throw new Error("Missing <FormField /> parent component");
  return field;
}

/**
 * Connects a `FormFieldController` with its label, help and error.
 * @param o.name that of the controller: the server can render the label before it, and then knows whether the field is optional
 */
export function FormField({ name, className = "", ...props }: ComponentProps<"div"> & { name?: string }) {
  const id = useId();
  const form = use(FormContext);
  const [hasHelper, setHelper] = useState(false);
  const [isGroup, setGroup] = useState(false);
  const [isOptional, setOptional] = useState(() => name !== undefined && (form?.isOptional(name) ?? false));
  const field = {
    id,
    labelId: `${id}-label`,
    helperId: `${id}-helper`,
    errorId: `${id}-error`,
    hasHelper,
    setHelper,
    isGroup,
    setGroup,
    isOptional,
    setOptional,
  };
  return (
    <FormFieldContext value={field}>
      <div className={`grid min-w-0 content-start gap-2 ${className}`} {...props} />
    </FormFieldContext>
  );
}

/** The field's label, with a mark if the field is optional. A single checkbox has its own and needs none. */
export function FormFieldLabel({
  children,
  ...props
}: Omit<ComponentProps<typeof FieldLabel>, "id" | "htmlFor">) {
  const { t } = useTranslation("components");
  const { id, labelId, isGroup, isOptional } = useFormField();
  return (
    <FieldLabel id={labelId} htmlFor={isGroup ? undefined : id} {...props}>
      {children}
      {isOptional && <span className="font-normal text-muted-foreground"> {t("form.optional")}</span>}
    </FieldLabel>
  );
}

/** A line of help. It becomes part of the control's accessible description. */
export function FormFieldHelper(props: Omit<ComponentProps<typeof FieldHint>, "id">) {
  const { helperId, setHelper } = useFormField();
  useFlagWhileMounted(setHelper);
  return <FieldHint id={helperId} {...props} />;
}

/** Sets a flag while the calling component is mounted. */
export function useFlagWhileMounted(setFlag: (value: boolean) => void): void {
  useLayoutEffect(() => {
    setFlag(true);
    return () => setFlag(false);
  }, [setFlag]);
}
