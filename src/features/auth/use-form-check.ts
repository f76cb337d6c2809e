import { useEffect } from "react";
import type { CheckedForm, FormName } from "./schema.ts";

const loadSchemas = () => import("./schema.ts");

/**
 * Checks a form's fields against its schema. The first paint of login doesn't wait for zod, which is loaded once the page is
 * hydrated.
 * @returns a function, which throws an error with the code UNREACHABLE if the schema can't be loaded
 */
export function useFormCheck<Name extends FormName>(name: Name) {
  useEffect(() => void loadSchemas().catch(() => undefined), []);
  return async (form: HTMLFormElement): Promise<CheckedForm<Name>> => {
    const { checkForm } = await loadSchemas().catch((cause: unknown) => {
      throw Object.assign(new Error("The form's schema can't be loaded", { cause }), { code: "UNREACHABLE" });
    });
    return checkForm(name, new FormData(form));
  };
}
