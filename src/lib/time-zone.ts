/** Whether a text is the name of a time zone, for example "Africa/Nairobi". */
export function isTimeZone(text: string): boolean {
  try {
    Intl.DateTimeFormat("en", { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** The time zone of this device. */
export function deviceTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
