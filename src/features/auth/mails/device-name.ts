import type { Translate } from "#i18n/text-key.ts";
import { isolate } from "#i18n/isolate.tsx";
import type { Device } from "#lib/user-agent.ts";

/** A device's name in a mail, for `Isolated`. */
export function deviceName(t: Translate<"authMails">, { browser, system }: Device): string {
  if (browser && system) {
    return t("client.device", { browser: isolate(browser), system: isolate(system) });
  }
  const name = browser ?? system;
  return name ? isolate(name) : t("client.unknown");
}
