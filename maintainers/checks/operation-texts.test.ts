import { expect, inject, test } from "vitest";
import { defaultLanguage, languages } from "../../src/i18n/languages.ts";

const translated = languages.map(({ key }) => key).filter((key) => key !== defaultLanguage);

async function textsIn(language: string) {
  const page = await (await fetch(`${inject("server").url}/api/docs?lng=${language}`)).text();
  const names = [...page.matchAll(/class="operation">\s*<summary>.*?<span (.*?)>(.*?)<\/span>/gs)];
  return {
    page,
    names: names.map(([, attributes = "", name = ""]) => ({ name, isEnglish: attributes.includes("lang=") })),
  };
}

test.each(translated)(
  "in /api/docs, every operation of both interfaces has its name, heading and description in %s",
  async (language) => {
    const english = await textsIn(defaultLanguage);
    const { page, names } = await textsIn(language);
    expect(names.length).toBeGreaterThan(80);
    expect(names).toHaveLength(english.names.length);
    expect(names.filter(({ isEnglish }) => isEnglish)).toEqual([]);
    const same = names.filter(({ name }, index) => name === english.names[index]?.name);
    expect(same).toEqual([]);
    const others = [...page.matchAll(/<(?:h3|p dir="auto") lang="en">[^<]*/g)].map(([text]) => text);
    expect(others).toEqual([]);
  },
);
