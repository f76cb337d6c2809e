import { z } from "zod";

/** Whether a URL is an origin, without a path. */
export function isOrigin(text: string): boolean {
  const parsed = URL.parse(text);
  return parsed !== null && parsed.href === `${parsed.origin}/`;
}

/** A setting that is a URL. @param protocols for example "https:" */
export function url(...protocols: string[]) {
  return z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
    );
}

/** A setting that is a host with or without a port, or an http or https origin. */
export function hostOrOrigin() {
  return z
    .string()
    .refine(
      (text) =>
        /^(https?:\/\/)?[^\s/*]*[^\s/*.]\/?$/i.test(text) &&
        isOrigin(text.includes("://") ? text : `https://${text}`),
      "must be hosts, for example books.example.org, or origins, for example http://localhost:3000, separated by commas: without paths and wildcards. Origins of apps belong in AUTH_TRUSTED_ORIGINS",
    );
}

/** Schemes whose origins a page in a browser, or a file, can have. */
const pageScheme = /^(?:https?|wss?|file|data|blob|about|javascript|null):/i;

/** A setting that is the origin of a native app: a scheme of its own, with or without a host. */
export function appOrigin() {
  return z
    .string()
    .refine(
      (text) => /^[a-z][a-z\d+.-]*:\/\/(?:[\w.-]+(?::\d{1,5})?)?$/i.test(text) && !pageScheme.test(text),
      "must be origins of apps with a scheme of their own, for example myapp://, separated by commas, without paths. Further hosts of this product belong in AUTH_ALLOWED_HOSTS",
    );
}

/** A setting that is the URL of a PostgreSQL with a single host. */
export function databaseUrl() {
  return z
    .string()
    .refine(
      (text) => !hasSeveralHosts(text),
      "must have a single host: for several, use a proxy (for example HAProxy), or a DNS name that follows the primary server",
    )
    .pipe(url("postgres:", "postgresql:"));
}

/** Whether a PostgreSQL URL has several hosts, which libpq supports and node-postgres does not. */
function hasSeveralHosts(text: string): boolean {
  const [address = "", parameters] = text.split("?");
  const [hosts = ""] = address
    .slice(address.lastIndexOf("@") + 1)
    .replace(/^\w+:\/\//, "")
    .split("/");
  return /,|%2c/i.test(hosts) || new URLSearchParams(parameters).get("host")?.includes(",") === true;
}

/** A setting that is a whole number. @param what for the message, for example "a number of seconds" */
export function integer(min: number, max: number, what = "a whole number") {
  const message = `must be ${what} from ${min} to ${max}`;
  return z.coerce.number(message).int(message).min(min, message).max(max, message);
}

/** A setting that is a list of values, separated by commas; an empty one if it is not set. */
export function list(item: z.ZodType<string, string>) {
  return z
    .string()
    .default("")
    .transform((text) =>
      text
        .split(",")
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(item));
}
