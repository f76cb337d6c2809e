import { isolate } from "#i18n/isolate.tsx";
import { useTranslation } from "#i18n/use-translation.tsx";
import type { Device } from "#lib/user-agent.ts";

/**
 * Returns a function that names a device.
 * @param format isolates the parts of the name for `Isolated`, unless it is stored as text
 */
export function useDeviceName(format: (name: string) => string = isolate): (device: Device) => string {
  const { t } = useTranslation("authAccount");
  return ({ browser, system }) =>
    browser && system
      ? t("sessions.device", { browser: format(browser), system: format(system) })
      : (browser ?? system ?? t("sessions.unknownDevice"));
}
