import { check } from "./check/index.ts";

/** `npm run check`: format, lint, types, arrows, texts. Writes nothing. */
export async function run(): Promise<number> {
  const { passed, failed } = await check();
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}
