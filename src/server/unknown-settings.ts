import { editDistance } from "#lib/edit-distance.ts";
import { buildSettings, ownPrefixes, runtimeSettings } from "./settings.ts";

const settingNames = Object.keys({ ...runtimeSettings.shape, ...buildSettings.shape });

/** A prefix in any spelling, and the rest of the word. It may follow a space or a byte order mark, which files can add. */
const ownName = new RegExp(
  `(?:^|\\s)((?:${ownPrefixes.map((prefix) => prefix.replaceAll("_", "[_. -]")).join("|")})\\w*)`,
  "i",
);

/** What Kubernetes sets for a service in the same namespace, for example SMTP_PORT=tcp://10.0.0.1:25. */
const serviceLink = /_(SERVICE_HOST|SERVICE_PORT\w*|PORT_\d+_\w+)=|_PORT=\w+:\/\//;

/** Two more words, or other names of hosts, have a larger distance. */
const maxDistance = 3;

/**
 * Finds variables that are meant as settings and that nothing reads: with one of the product's prefixes, or almost a setting's
 * name. Without this, a misspelled protection would be off.
 * @returns a problem for each, without values; names can contain some, if a file has another syntax
 */
export function unknownSettings(given: Record<string, string | undefined>): string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    if (settingNames.includes(name) || serviceLink.test(`${name}=${value}`)) return [];
    const similar = settingNames.find((setting) => isMisspelled(name, setting) && !(setting in given));
    const shown = ownName.exec(name)?.[1] ?? (similar && name);
    if (!shown) return [];
    const subject = shown === name ? name : `A name that has more characters than ${shown}`;
    const nearest = nearestSetting(shown);
    return distance(shown, nearest) <= maxDistance
      ? `${subject} is not a setting: did you mean ${nearest}?`
      : `${subject} is not a setting: the feature that it belongs to isn't part of this product, or did you mean ${nearest}?`;
  });
}

/** Whether a name is almost a setting's. Short ones are too similar to what others set, for example LOGLEVEL. */
function isMisspelled(name: string, setting: string): boolean {
  const { length } = lettersOf(setting);
  if (length < 10 || Math.abs(length - lettersOf(name).length) > maxDistance) return false;
  return distance(name, setting) <= Math.min(maxDistance, length / 6);
}

/** Compared with their lengths; among names that begin with the same word, if there are any. */
function nearestSetting(name: string): string {
  const rank = (setting: string) =>
    (firstWord(setting) === firstWord(name) ? 0 : 1) +
    distance(name, setting) / Math.max(name.length, setting.length);
  return settingNames.reduce((nearest, setting) => (rank(setting) < rank(nearest) ? setting : nearest));
}

const distance = (one: string, other: string) => editDistance(lettersOf(one), lettersOf(other));

const lettersOf = (name: string) => name.toUpperCase().replaceAll(/[^A-Z\d]/g, "");

const firstWord = (name: string) => name.toUpperCase().split(/[^A-Z\d]/)[0];
