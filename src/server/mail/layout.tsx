import type { ComponentProps, ReactNode } from "react";
import { Head, Html, Preview, render, toPlainText } from "react-email";

export type MailLayout = {
  /** BCP 47, for example "ar". */
  language: string;
  dir: "ltr" | "rtl";
  /** The product's name, above the message. */
  brandName: string;
  /** Shown beside the subject in mailboxes. */
  preview: string;
  heading?: string;
  /** The components below, which have light and dark colors. */
  children: ReactNode;
};

/** Renders a mail as HTML, 600 px wide, for current and old mail programs, and as plain text. */
export async function renderMail(layout: MailLayout): Promise<{ html: string; text: string }> {
  const html = await render(<Layout {...layout} />);
  const text = toPlainText(html, { selectors: [{ selector: "h1", options: { uppercase: false } }] });
  return { html, text: `${text.trim()}\n` };
}

/** A paragraph; `soft` for secondary text. */
export function MailText({ soft = false, children }: { soft?: boolean; children: ReactNode }) {
  return (
    <p className={soft ? "soft" : "ink"} style={{ margin: "0 0 16px", color: soft ? light.soft : light.ink }}>
      {children}
    </p>
  );
}

/** A link in a paragraph. */
export function MailLink({ href, children }: { href: string; children: string }) {
  return (
    <a className="link" href={href} style={{ color: light.accent, textDecoration: "underline" }}>
      {children}
    </a>
  );
}

/** A code, large and from left to right in every language. */
export function MailCode({ children }: { children: string }) {
  return (
    <Table
      style={{ margin: "0 0 20px" }}
      cell={{
        className: "label",
        style: { padding: 4, border: `1px solid ${light.accent}`, borderRadius: 10 },
      }}
    >
      <Table
        cell={{
          className: "ink line",
          dir: "ltr",
          style: {
            // The letter spacing follows every digit, also the last one.
            padding: "10px 16px 10px 24px",
            border: `1px solid ${light.line}`,
            borderRadius: 6,
            color: light.ink,
            font: `600 36px/44px ${serif}`,
            letterSpacing: 8,
            whiteSpace: "nowrap",
          },
        }}
      >
        {children}
      </Table>
    </Table>
  );
}

const serif = `Literata, Georgia, "Times New Roman", serif`;
const sans = `"Instrument Sans", -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif`;
const arabic = `Vazirmatn, "Segoe UI", "Geeza Pro", Tahoma, Arial, sans-serif`;

/** The design's colors in sRGB, as mail programs support no other. */
const light = {
  paper: "#fcfaf6",
  sheet: "#ffffff",
  line: "#e1ddd7",
  ink: "#251e18",
  soft: "#6a615b",
  accent: "#006a3f",
};
const dark = {
  paper: "#181512",
  sheet: "#211d1a",
  line: "#36322d",
  ink: "#eeebe4",
  soft: "#a9a49c",
  accent: "#68c894",
};

/** For programs that follow the system's theme. Without quotes, because React escapes them. */
const darkStyles = `@media (prefers-color-scheme: dark) {
  .paper { background-color: ${dark.paper} !important }
  .sheet { background-color: ${dark.sheet} !important; border-color: ${dark.line} !important }
  .line { border-color: ${dark.line} !important }
  .label { border-color: ${dark.accent} !important }
  .ink { color: ${dark.ink} !important }
  .link { color: ${dark.accent} !important }
  .soft { color: ${dark.soft} !important }
}`;

function Layout({ language, dir, brandName, preview, heading, children }: MailLayout) {
  const isArabic = language === "ar";
  const start = dir === "rtl" ? "right" : "left";
  return (
    <Html lang={language} dir={dir}>
      <Head>
        <title>{preview}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <style>{`:root { color-scheme: light dark }\n${darkStyles}`}</style>
      </Head>
      <body className="paper" style={{ margin: 0, backgroundColor: light.paper }}>
        <Preview useTitleTag={false}>{preview}</Preview>
        <Table
          className="paper"
          width="100%"
          style={{ backgroundColor: light.paper }}
          cell={{ align: "center", style: { padding: "32px 16px" } }}
        >
          <Table width={600} style={{ width: "100%", maxWidth: 600 }} dir={dir} cell={{ align: start }}>
            <p
              className="ink"
              style={{ margin: "0 0 16px", font: `600 20px/28px ${serif}`, color: light.ink }}
            >
              {brandName}
            </p>
            <Table
              className="sheet"
              width="100%"
              style={{
                backgroundColor: light.sheet,
                border: `1px solid ${light.line}`,
                borderRadius: 10,
                borderCollapse: "separate",
              }}
              cell={{
                align: start,
                style: {
                  padding: "32px 32px 16px",
                  font: isArabic ? `18px/30px ${arabic}` : `16px/25px ${sans}`,
                },
              }}
            >
              {heading && (
                <h1
                  className="ink"
                  style={{
                    margin: "0 0 16px",
                    font: `600 24px/32px ${isArabic ? arabic : serif}`,
                    color: light.ink,
                  }}
                >
                  {heading}
                </h1>
              )}
              {children}
            </Table>
          </Table>
        </Table>
      </body>
    </Html>
  );
}

type Attributes<Element extends "table" | "td"> = Omit<ComponentProps<Element>, "children">;

/** A table with one cell, the only layout that works in every mail program. */
function Table({
  cell,
  children,
  ...table
}: Attributes<"table"> & { cell: Attributes<"td">; children: ReactNode }) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0} {...table}>
      <tbody>
        <tr>
          <td {...cell}>{children}</td>
        </tr>
      </tbody>
    </table>
  );
}
