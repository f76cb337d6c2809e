import { z } from "zod";
import { ConfigError, issueMessage, withoutBlanks } from "./config.ts";

/** The settings that are read when the product is built (specification, section 5, "Environment configuration"). */
const settings = z.object({
  VITE_IS_DEMO: z.enum(["true", "false"], "must be true or false").default("false"),
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
  /** Whether the product is a read-only demo. */
  isDemo: boolean;
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
  const { VITE_IS_DEMO, VITE_ENV_NAME, VITE_ENV_EMOJI, VITE_ENV_COLOR } = data;
  return {
    isDemo: VITE_IS_DEMO === "true",
    environment: VITE_ENV_NAME
      ? { name: VITE_ENV_NAME, emoji: VITE_ENV_EMOJI, ...VITE_ENV_COLOR }
      : undefined,
  };
}

/** A color, and black or white for text on it; undefined if it is no opaque color. */
async function readColor(text: string): Promise<Pick<Environment, "color" | "textColor"> | undefined> {
  // Loaded only where it is used: it takes longer than all of the rest.
  const { default: sharp } = await import("sharp");
  try {
    const image = sharp({ create: { width: 1, height: 1, channels: 4, background: text } });
    const [red = 0, green = 0, blue = 0, alpha] = await image.raw().toBuffer();
    if (alpha !== 255) return undefined;
    const color = `#${Buffer.from([red, green, blue]).toString("hex")}`;
    return { color, textColor: luminance(red, green, blue) > 0.179 ? "#000000" : "#ffffff" };
  } catch {
    return undefined;
  }
}

/** The relative luminance of an sRGB color, from 0 to 1 (WCAG 2.2). At 0.179 black and white have the same contrast. */
function luminance(...channels: [red: number, green: number, blue: number]): number {
  const [red, green, blue] = channels.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
