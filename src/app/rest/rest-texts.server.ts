import { type AnyContractRouter, isContractProcedure } from "@orpc/contract";
import { operationTexts, type OperationTexts } from "#features/docs/server/operation-texts.ts";
import type { I18n } from "#i18n/i18n.ts";
import type { Translate } from "#i18n/text-key.ts";
import type { OperationMeta } from "#rpc/operation.ts";
import { contract } from "../request/api.server.ts";

/** The texts of all operations in a language, by their ids in the description: `books.byGenre`. */
export function restTexts(i18n: I18n): ReadonlyMap<string, OperationTexts> {
  const t = i18n.translate("docs");
  const collect = (part: AnyContractRouter, path: string[]): [string, OperationTexts][] => {
    if (!isContractProcedure(part))
      return Object.entries(part).flatMap(([name, inner]) => collect(inner, [...path, name]));
    const { route, meta } = part["~orpc"];
    const operationId = path.join(".");
    const access = accessTexts(t, meta as OperationMeta);
    return [
      [route.operationId ?? operationId, { ...operationTexts(i18n, { ...route, operationId }), access }],
    ];
  };
  return new Map(collect(contract, []));
}

/** Who may call an operation, in sentences. */
function accessTexts(t: Translate<"docs">, meta: OperationMeta): string[] {
  const { permission, confirmation } = meta;
  if (permission === "public") return [];
  return [
    ...permissionNames(permission).map((name) => t("access.permission", { permission: `\`${name}\`` })),
    ...(confirmation ? [t("access.confirmation")] : []),
    ...(needsSession(meta) && !confirmation ? [t("access.session")] : []), // optional: api-keys
  ];
}

function permissionNames(permission: object): string[] {
  return Object.entries(permission).flatMap(([resource, actions]) =>
    (actions as string[]).map((action) => `${resource}:${action}`),
  );
}

// optional: api-keys
/** Whether API keys can't call an operation. */
export function needsSession({ permission, confirmation }: OperationMeta): boolean {
  return confirmation !== undefined || (permission !== "public" && "account" in permission);
}
// end: api-keys
