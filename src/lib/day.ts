/** Calendar days as YYYY-MM-DD, from year 1 to 9999. They have no time zone: they are the same day everywhere. */

/** Whether a text is a day that exists, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const date = utcDateOf(text);
  return !text.startsWith("0000") && !Number.isNaN(date.getTime()) && dayOfUtcDate(date) === text;
}

/** The day of these numbers, or `undefined` if it doesn't exist. @param month from 1 */
export function dayOf(year: number, month: number, day: number): string | undefined {
  const [yyyy, mm, dd] = [String(year).padStart(4, "0"), twoDigits(month), twoDigits(day)];
  const text = `${yyyy}-${mm}-${dd}`;
  return isDay(text) ? text : undefined;
}

/** The current day of this device's clock and time zone. */
export function today(): string {
  const now = new Date();
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}

/** The start of a day in UTC. */
export function utcDateOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** The day of a time in UTC. */
export function dayOfUtcDate(date: Date): string {
  return new Date(date).toISOString().slice(0, 10);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
