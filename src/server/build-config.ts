import { z } from "zod";
import { ConfigError, issueMessage, withoutBlanks } from "./config.ts";

/** The settings that are read when the product is built (specification, section 5, "Environment configuration"). */
const settings = z.object({
  VITE_IS_DEMO: z.enum(["true", "false"], "must be true or false").default("false"), // optional: demo
  VITE_ENV_NAME: z.string().trim().max(40, "must be at most 40 characters").optional(),
  VITE_ENV_EMOJI: z
    .string()
    .regex(/^\p{RGI_Emoji}$/v, "must be an emoji")
    .optional(),
  VITE_ENV_COLOR: z
    .string()
    .transform(async (text, context) => {
      const color = await readColor(text);
      if (color) return color;
      context.addIssue("must be an opaque CSS color: a name, a hexadecimal color, rgb() or hsl()");
      return z.NEVER;
    })
    .default({ color: "#dda0dd", textColor: "#000000" }), // plum
});

export type BuildConfig = {
  /** An environment that is not production. */
  environment: Environment | undefined;
};

/** An environment: its colors are hexadecimal, and the text's contrast is at least 4.5. */
export type Environment = { name: string; emoji: string | undefined; color: string; textColor: string };

/**
 * Reads and validates the settings of the build.
 * @throws ConfigError listing everything that is invalid
 */
export async function readBuildConfig(env: Record<string, string | undefined>): Promise<BuildConfig> {
  const given = withoutBlanks(env);
  const { data, error } = await settings.safeParseAsync(given);
  const problems = error?.issues.map(issueMessage) ?? [];
  if (given.VITE_ENV_EMOJI && !given.VITE_ENV_NAME)
    problems.push("VITE_ENV_NAME must be set too, because VITE_ENV_EMOJI is set");
  if (!data || problems.length > 0) throw new ConfigError(problems);
  const { VITE_ENV_NAME, VITE_ENV_EMOJI, VITE_ENV_COLOR } = data;
  return {
    environment: VITE_ENV_NAME
      ? { name: VITE_ENV_NAME, emoji: VITE_ENV_EMOJI, ...VITE_ENV_COLOR }
      : undefined,
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
