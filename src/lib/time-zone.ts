/** Whether a text is the name of a time zone, for example "Africa/Nairobi". */
export function isTimeZone(text: string): boolean {
  try {
    Intl.DateTimeFormat("en", { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

let deviceZone: string | undefined;

/** The time zone of this device, or UTC where the browser knows none that it can use, for example "Etc/Unknown". */
export function deviceTimeZone(): string {
  return (deviceZone ??= readDeviceTimeZone());
}

function readDeviceTimeZone(): string {
  // Some browsers have no value, whatever the type says.
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string };
  return timeZone !== undefined && isTimeZone(timeZone) ? timeZone : "UTC";
}
