import { expect, test } from "vitest";
import { readBuildConfig } from "./build-config.ts";
import { ConfigError } from "./config.ts";

test("the environment's banner is configured when the product is built", async () => {
  expect(await readBuildConfig({})).toEqual({ environment: undefined });
  const { environment } = await readBuildConfig({ VITE_ENV_NAME: "staging", VITE_ENV_EMOJI: "🚧" });
  expect(environment).toEqual({ name: "staging", emoji: "🚧", color: "#dda0dd", textColor: "#000000" });
});

test.each([
  { VITE_ENV_NAME: "a name of more than forty characters, which is long" },
  { VITE_ENV_NAME: "test", VITE_ENV_EMOJI: "x" },
  { VITE_ENV_NAME: "test", VITE_ENV_EMOJI: "1" },
  { VITE_ENV_NAME: "test", VITE_ENV_EMOJI: "🚧🚧" },
  { VITE_ENV_EMOJI: "🚧" },
  { VITE_ENV_COLOR: "red; }" },
  { VITE_ENV_COLOR: "reddish" },
  { VITE_ENV_COLOR: "transparent" },
  { VITE_ENV_COLOR: "#f008" },
])("%o stops the build", async (wrong) => {
  await expect(readBuildConfig(wrong)).rejects.toThrow(ConfigError);
});

test.each(["👩🏽‍🚒", "🇨🇭", "❤️", "🏴‍☠️"])("%s is one emoji", async (emoji) => {
  const { environment } = await readBuildConfig({ VITE_ENV_NAME: "test", VITE_ENV_EMOJI: emoji });
  expect(environment?.emoji).toBe(emoji);
});

test("the banner's text has a contrast of 4.5 or more on any color", async () => {
  const steps = [0, 51, 102, 153, 204, 255];
  const colors = steps.flatMap((red) =>
    steps.flatMap((green) => steps.map((blue) => `rgb(${red}, ${green}, ${blue})`)),
  );
  for (const color of [...colors, "red", "#767676", "#757575", "hsl(0, 100%, 50%)"]) {
    const { environment } = await readBuildConfig({ VITE_ENV_NAME: "test", VITE_ENV_COLOR: color });
    if (!environment) throw new Error("The environment is missing");
    const ratio = contrastOf(environment.color, environment.textColor);
    expect([color, ratio >= 4.5]).toEqual([color, true]);
  }
});

/** The contrast ratio of two hexadecimal colors (WCAG 2.2). */
function contrastOf(...colors: [string, string]): number {
  const [darker = 0, lighter = 0] = colors.map(luminanceOf).sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [...Buffer.from(color.slice(1), "hex")].map((channel) =>
    channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
