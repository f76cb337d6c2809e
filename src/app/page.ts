import { deviceTimeZone } from "#lib/time-zone.ts";
import type { Namespace } from "#i18n/texts.gen.ts";

export type Page = Awaited<ReturnType<typeof import("./get-page.ts").getPage>>;
export type PageUser = NonNullable<Page["user"]>;

/**
 * A page's data: loaded once, which the server does, and again after everything that changes the session. The client of
 * server functions is larger than login, so it loads then.
 */
export class PageData {
  /** Undefined until it is loaded. */
  current: Page | undefined;

  async load(): Promise<Page> {
    return this.current ?? (await this.refresh());
  }

  async refresh(): Promise<Page> {
    const { getPage } = await import("./get-page.ts");
    return (this.current = await getPage());
  }

  /** The next navigation loads it again. */
  forget(): void {
    this.current = undefined;
  }
}

/** The reader's time zone, for loaders: the server knows that of the last visit. */
export function readerTimeZone(page: Page): string {
  return import.meta.env.SSR ? page.timeZone : deviceTimeZone();
}

/** The texts that a page needs besides those of its route. */
export function textsOfPage({ demo, user }: Page): Namespace[] {
  return [
    ...(demo ? (["authDemo"] as const) : []),
    ...(user?.impersonation ? (["authImpersonation"] as const) : []),
  ];
}
