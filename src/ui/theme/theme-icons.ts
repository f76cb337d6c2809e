import { MoonIcon, SunIcon, SystemIcon } from "../icons.ts";

/** What stands for each theme. */
export const themeIcons = { system: SystemIcon, light: SunIcon, dark: MoonIcon };
