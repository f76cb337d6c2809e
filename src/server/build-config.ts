import { ConfigError, issueMessage, withoutBlanks } from "./config.ts";
import { buildSettings } from "./settings.ts";
import { unknownSettings } from "./unknown-settings.ts";

export type BuildConfig = {
  /** An environment that is not production. */
  environment: Environment | undefined;
};

/** An environment: its colors are hexadecimal, and the text's contrast is at least 4.5. */
export type Environment = { name: string; emoji: string | undefined; color: string; textColor: string };

const plum = { color: "#dda0dd", textColor: "#000000" };

/**
 * Reads and validates the settings of the build.
 * @param env also what isn't a setting: it may be a misspelled one
 * @throws ConfigError listing everything that is invalid
 */
export async function readBuildConfig(env: Record<string, string | undefined>): Promise<BuildConfig> {
  const given = withoutBlanks(env);
  const { data, error } = buildSettings.safeParse(given);
  const problems = [...unknownSettings(given), ...(error?.issues.map(issueMessage) ?? [])];
  const color = given.VITE_ENV_COLOR ? await readColor(given.VITE_ENV_COLOR) : plum;
  if (!color)
    problems.push("VITE_ENV_COLOR must be an opaque CSS color: a name, a hexadecimal color, rgb() or hsl()");
  if (given.VITE_ENV_EMOJI && !given.VITE_ENV_NAME)
    problems.push("VITE_ENV_NAME must be set too, because VITE_ENV_EMOJI is set");
  if (!data || !color || problems.length > 0) throw new ConfigError(problems);
  const { VITE_ENV_NAME, VITE_ENV_EMOJI } = data;
  return {
    environment: VITE_ENV_NAME ? { name: VITE_ENV_NAME, emoji: VITE_ENV_EMOJI, ...color } : undefined,
  };
}

/** A color, and black or white for text on it; undefined if it is no opaque color. */
async function readColor(text: string): Promise<Pick<Environment, "color" | "textColor"> | undefined> {
  // Loaded only where it is used: it takes longer than all of the rest.
  const { default: axe } = await import("axe-core");
  const color = new (axe as unknown as AxeColors).commons.color.Color();
  try {
    color.parseString(text);
  } catch {
    return undefined;
  }
  if (color.alpha !== 1) return undefined;
  // At a luminance of 0.179 black and white have the same contrast.
  return {
    color: color.toHexString(),
    textColor: color.getRelativeLuminance() > 0.179 ? "#000000" : "#ffffff",
  };
}

/** What axe-core knows of CSS colors, which its types don't have. */
type AxeColors = {
  commons: {
    color: {
      Color: new () => {
        alpha: number;
        /** @throws if it is no color */
        parseString(text: string): void;
        toHexString(): string;
        /** From 0 to 1 (WCAG 2.2). */
        getRelativeLuminance(): number;
      };
    };
  };
};
