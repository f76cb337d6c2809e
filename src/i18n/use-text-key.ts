import { useTranslation } from "react-i18next";
import type { TextKey } from "./text-key.ts";

/** Returns a function that translates a key with its namespace, for keys in variables. */
export function useTextKey(): (key: TextKey) => string {
  const { t } = useTranslation();
  return t as (key: TextKey) => string;
}
