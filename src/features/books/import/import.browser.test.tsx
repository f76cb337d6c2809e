import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderComponent } from "../../../../testing/render.tsx";
import "#ui/styles/app.css";
import { ColumnMappingCard } from "#resource/ui/import/column-mapping-card.tsx";
import { importFields, importFile as completeFile } from "./fixtures.ts";
import { ImportProblems } from "#resource/ui/import/import-problems.tsx";
import { ImportProgressCard } from "#resource/ui/import/import-progress.tsx";
import { MissingValuesAlert } from "#resource/ui/import/missing-values-alert.tsx";
import type { ImportResult } from "#resource/csv/import-schema.ts";
import type { ImportFile } from "#resource/ui/import/import-file.ts";
import { useErrorText } from "#resource/ui/import/use-import.ts";
import { rightToLeft } from "../../../../testing/languages.ts";

const importFile: ImportFile = { ...completeFile, columns: { author: 2, genre: 3 } };

type MappingCardProps = {
  initial?: ImportFile;
  onOptions?: (choice: Partial<ImportFile>) => void;
  onTextOptions?: (choice: Partial<ImportFile>) => void;
};

function MappingCard({ initial = importFile, onOptions, onTextOptions = () => undefined }: MappingCardProps) {
  const [value, setValue] = useState(initial);
  return (
    <ColumnMappingCard
      fields={importFields}
      importFile={value}
      isDisabled={false}
      onOptions={(change) => {
        onOptions?.(change);
        setValue((current) => ({ ...current, ...change }));
      }}
      onTextOptions={onTextOptions}
    />
  );
}

test("a missing column can be chosen, and the preview shows it", async () => {
  const onOptions = vi.fn<(choice: Partial<ImportFile>) => void>();
  await renderComponent(<MappingCard onOptions={onOptions} />);
  await expect.element(page.getByText("Choose a column for each required field.")).toBeVisible();
  await page.getByRole("combobox", { name: "Title (required)" }).click();
  await page.getByRole("option", { name: "B: Name" }).click();
  expect(onOptions).toHaveBeenLastCalledWith({ columns: { title: 1, author: 2, genre: 3 } });
  await expect.element(page.getByRole("rowheader", { name: "Emma" })).toBeVisible();
  await expect.element(page.getByText(/Choose a column for/)).not.toBeInTheDocument();
});

test("a long sample in another direction loses its end, not its beginning", async () => {
  const name = "The Restaurant at the End of the Universe, and the Hitchhiker’s Guide to the Galaxy ".repeat(
    3,
  );
  const rows = [importFile.rows[0] ?? [], ["1", name, name, "Classic"]];
  await renderComponent(<MappingCard initial={{ ...importFile, rows }} />, rightToLeft);
  const sample = document.querySelector<HTMLElement>("[id$=author-sample]");
  expect(sample?.scrollWidth).toBeGreaterThan(sample?.clientWidth ?? 0);
  expect(sample && getComputedStyle(sample).direction).toBe("ltr");
});

test("the columns are collapsed if all were found, and stay open while they are changed", async () => {
  await renderComponent(<MappingCard initial={completeFile} />);
  const title = page.getByRole("combobox", { name: "Title (required)" });
  await expect.element(title).not.toBeInTheDocument();
  await page.getByText("All columns were found").click();
  await title.click();
  await page.getByRole("option", { name: "A: Nr" }).click();
  await expect.element(page.getByRole("rowheader", { name: "1" })).toBeVisible();
});

test("without a header, columns are named by letter, and the first row is a record", async () => {
  await renderComponent(<MappingCard />);
  await page.getByRole("checkbox", { name: "First row is a header" }).click();
  await expect.element(page.getByRole("combobox", { name: "Author (required)" })).toHaveValue("Column C");
  await expect.element(page.getByRole("row", { name: /By.*Kind/ })).toBeVisible();
});

type Choice = Partial<ImportFile>;

test("a separator can be chosen or typed, if it is a symbol", async () => {
  const onTextOptions = vi.fn<(choice: Choice) => void>();
  await renderComponent(<MappingCard onTextOptions={onTextOptions} />);
  const separator = page.getByRole("combobox", { name: "Separator" });
  await separator.click();
  await page.getByRole("option", { name: "Vertical bar" }).click();
  const type = async (text: string) => {
    await separator.fill(text);
    await userEvent.keyboard("{Enter}");
  };
  await type("^");
  await type(",");
  await type("constructor");
  await expect.element(page.getByText("Choose a separator, or type a single symbol.")).toBeVisible();
  expect(onTextOptions.mock.calls).toEqual([
    [{ delimiter: "pipe" }],
    [{ delimiter: "^" }],
    [{ delimiter: "comma" }],
  ]);
});

test("the row of the header can be chosen", async () => {
  const onTextOptions = vi.fn<(choice: Choice) => void>();
  await renderComponent(<MappingCard onTextOptions={onTextOptions} />);
  await page.getByRole("combobox", { name: "The header is in row" }).click();
  await page.getByRole("option", { name: "2: 1, Emma, Jane Austen, Classic, T. Egerton" }).click();
  expect(onTextOptions).toHaveBeenLastCalledWith({ firstRow: 2 });
  await page.getByRole("checkbox", { name: "First row is a header" }).click();
  await expect.element(page.getByRole("combobox", { name: "The data starts in row" })).toBeVisible();
});

test("an encoding that isn't certain is shown, although all columns were found, until one is chosen", async () => {
  const guess = { encoding: "windows-1252", isCertain: false } as const;
  const uncertain: ImportFile = { ...completeFile, encoding: "windows-1252", guess };
  const onTextOptions = vi.fn<(choice: Choice) => void>();
  const card = (file: ImportFile) => (
    <MappingCard key={Object.keys(file.chosen).join()} initial={file} onTextOptions={onTextOptions} />
  );
  const { rerender } = await renderComponent(card(uncertain));
  await expect.element(page.getByText("The encoding of this file isn’t certain")).toBeVisible();
  const encoding = page.getByRole("combobox", { name: "Encoding" });
  await expect.element(encoding).toHaveValue("Windows-1252 (Western European)");
  await encoding.click();
  await page.getByRole("option", { name: "Windows-1256 (Arabic)" }).click();
  expect(onTextOptions).toHaveBeenLastCalledWith({ encoding: "windows-1256" });
  await rerender(card({ ...uncertain, chosen: { encoding: "windows-1256" } }));
  await expect.element(page.getByText("The encoding of this file isn’t certain")).not.toBeInTheDocument();
});

test("rows that are skipped are shown, although all columns were found", async () => {
  await renderComponent(<MappingCard initial={{ ...completeFile, firstRow: 2 }} />);
  await expect
    .element(page.getByRole("combobox", { name: "The header is in row" }))
    .toHaveValue("2: 1, Emma, Jane Austen, Classic, T. Egerton");
});

const result: ImportResult = {
  rows: 300,
  isWritten: false,
  encoding: "utf-8",
  total: 250,
  counts: { blank: 1, unknown: 249 },
  missing: [{ field: "genre", count: 1, canAdd: true, names: [{ name: "=Noir", rows: 249 }] }],
  problems: [
    { row: 3, kind: "blank", field: "title", value: "", text: "books:errors.titleRequired" },
    ...Array.from({ length: 249 }, (_, index) => ({
      row: index + 4,
      kind: "unknown" as const,
      field: "genre",
      value: "=Noir",
      text: "resourceImport:problems.unknown",
    })),
  ],
};

test("problems can be filtered by kind, and are shown in parts", async () => {
  await renderComponent(
    <ImportProblems fields={importFields} result={result} fileName="books.csv" delimiter="comma" />,
  );
  await expect.element(page.getByRole("row", { name: "Row 3 Title Title is required" })).toBeVisible();
  await page.getByRole("button", { name: "Unknown value 249" }).click();
  await expect.element(page.getByRole("row", { name: /Row 3 / })).not.toBeInTheDocument();
  await expect
    .element(page.getByRole("row", { name: "Row 4 Genre =Noir This value doesn’t exist yet" }))
    .toBeVisible();
  await expect.element(page.getByRole("row", { name: /Row 104 / })).not.toBeInTheDocument();
  page.getByRole("button", { name: "Show more" }).element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => document.activeElement?.textContent).toMatch(/^Row 104Genre/);
});

test("problems are downloaded as CSV with the file's delimiter and without formulas", async () => {
  const saved: { name: string; text: Promise<string> }[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: fetch(this.href).then((answer) => answer.text()) });
  });
  await renderComponent(
    <ImportProblems fields={importFields} result={result} fileName="books 2.csv" delimiter="semicolon" />,
  );
  await page.getByRole("button", { name: "Download list" }).click();
  vi.restoreAllMocks();
  expect(saved.map(({ name }) => name)).toEqual(["books 2 problems.csv"]);
  const rows = (await saved[0]?.text)?.split("\r\n");
  expect(rows).toHaveLength(252);
  expect(rows?.slice(0, 3)).toEqual([
    "Row;Column;Value;Problem",
    "3;Title;;Title is required",
    "4;Genre;'=Noir;This value doesn’t exist yet",
  ]);
});

test("an import can be canceled until its last row is written", async () => {
  const onCancel = vi.fn();
  const running = (done: number) => (
    <ImportProgressCard step={{ step: "writing", done, rows: 100 * done }} onCancel={onCancel} />
  );
  const { rerender } = await renderComponent(running(0.5));
  await page.getByRole("button", { name: "Cancel" }).click();
  expect(onCancel).toHaveBeenCalledOnce();
  await rerender(running(1));
  await expect.element(page.getByRole("button", { name: "Cancel" })).toBeDisabled();
});

test.each([
  [{ code: "NO_CONNECTION" }, "check", "We couldn’t reach the server. Check your connection and try again."],
  [{ code: "NO_CONNECTION" }, "write", "Check the file again to see whether its rows were added."],
  [
    { code: "INTERNAL_SERVER_ERROR", reference: "1" },
    "write",
    "Check the file again to see whether its rows were added",
  ],
  [{ code: "TOO_MANY_REQUESTS" }, "columns", "You’ve sent too many files."],
  [{ code: "TOO_SLOW" }, "write", "Nothing was added. This took too long"],
  [{}, "check", "The file couldn’t be checked."],
] as const)("a failure says why, and whether rows were added: %j in a %s", async (failure, mode, text) => {
  function Says() {
    return useErrorText()(Object.assign(new Error("It failed"), failure), mode);
  }
  await renderComponent(<Says />);
  await expect.element(page.getByText(text, { exact: false })).toBeVisible();
});

test("missing values are listed and can be added, but not while the file is being checked", async () => {
  const onChange = vi.fn<(isAdding: boolean) => void>();
  const alert = ({ isDisabled = false, canAdd = true } = {}) => (
    <MissingValuesAlert
      fields={importFields}
      missing={{ field: "genre", count: 1, canAdd, names: [{ name: "Noir", rows: 120 }] }}
      isAdding={false}
      isDisabled={isDisabled}
      onChange={onChange}
    />
  );
  const { rerender } = await renderComponent(alert());
  await expect.element(page.getByText("Genre: 1 value doesn’t exist yet")).toBeVisible();
  await expect.element(page.getByText("Noir: 120 rows")).toBeVisible();
  await page.getByRole("checkbox", { name: "Also add the missing value" }).click();
  expect(onChange).toHaveBeenCalledExactlyOnceWith(true);
  await rerender(alert({ isDisabled: true }));
  await userEvent.keyboard(" ");
  expect(onChange).toHaveBeenCalledOnce();
  await rerender(alert({ canAdd: false }));
  await expect.element(page.getByRole("checkbox")).not.toBeInTheDocument();
});
