/** Whether a text is the name of a time zone, for example "Africa/Nairobi". */
export function isTimeZone(text: string): boolean {
  try {
    Intl.DateTimeFormat("en", { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** Creating it takes longer than rendering a time. */
const deviceFormat = new Intl.DateTimeFormat();

/** The time zone of this device. */
export function deviceTimeZone(): string {
  return deviceFormat.resolvedOptions().timeZone;
}
