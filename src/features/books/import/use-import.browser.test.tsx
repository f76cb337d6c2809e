import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderComponent } from "../../../../testing/render.tsx";
import type { Encoding } from "#resource/csv/encodings.ts";
import type { ImportResult } from "#resource/csv/import-schema.ts";
import { importFields } from "./fixtures.ts";
import { ImportRecordsScreen } from "#resource/ui/import/import-records-screen.tsx";
import { requestPreview, uploadImportFile } from "#resource/ui/import/import-requests.ts";

// Only the requests are mocked. import.db.test.ts covers the server.
vi.mock("#resource/ui/import/import-requests.ts", { spy: true });

const written: ImportResult = {
  rows: 10,
  isWritten: true,
  encoding: "utf-8",
  total: 0,
  counts: {},
  missing: [],
  problems: [],
};

beforeEach(() => {
  vi.mocked(requestPreview).mockImplementation(async (_, { query }) => ({
    delimiter: query.delimiter ?? "comma",
    encoding: query.encoding as Encoding,
    firstRow: Number(query.firstRow ?? 1),
    hasHeader: false,
    starts: [{ row: 1, text: "Emma, Austen, Classic" }],
    rows: [["Emma", "Austen", "Classic"]],
    columns: { title: 0, author: 1, genre: 2 },
  }));
  vi.mocked(requestPreview).mockClear();
  vi.mocked(uploadImportFile).mockReset();
});

const showScreen = () =>
  renderComponent(
    <QueryClientProvider client={new QueryClient()}>
      <ImportRecordsScreen
        records={{ topic: "books", path: "/manager/books" }}
        fields={importFields}
        titleKey="books:importBooks"
      />
    </QueryClientProvider>,
  );
const file = () => page.getByLabelText("CSV file");
const press = (name: string) => page.getByRole("button", { name }).click();
/** Reports progress until it is canceled. */
const endless: typeof uploadImportFile = (_file, { signal }, onStep) => {
  onStep({ step: "writing", done: 0.5, rows: 5 });
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
};

test("a canceled check says that nothing was added; a canceled import is followed by a check", async () => {
  vi.mocked(uploadImportFile).mockImplementationOnce(endless);
  await showScreen();
  await userEvent.upload(file(), new File(["a"], "books.csv"));
  await press("Check file");
  await press("Cancel");
  await expect.element(page.getByText("Canceled. Nothing was added.")).toBeVisible();

  vi.mocked(uploadImportFile).mockResolvedValue({ ...written, isWritten: false });
  await press("Check file");
  vi.mocked(uploadImportFile).mockImplementationOnce(endless);
  await press("Import 10 rows");
  await press("Cancel");
  await expect.element(page.getByText("10 rows will be added")).toBeVisible();
  expect(vi.mocked(uploadImportFile).mock.calls.map(([, { query }]) => query.mode)).toEqual([
    "check",
    "check",
    "write",
    "check",
  ]);
});

test("a corrected file is checked when it is chosen, and its problems come before the columns", async () => {
  const problems: ImportResult["problems"] = [
    { row: 1, kind: "blank", field: "title", value: "", text: "books:errors.titleRequired" },
  ];
  const bad = { ...written, isWritten: false, total: 1, counts: { blank: 1 }, problems };
  vi.mocked(uploadImportFile).mockResolvedValueOnce(bad);
  await showScreen();
  await userEvent.upload(file(), new File(["a"], "books.csv"));
  await page.getByRole("button", { name: "Check file" }).click();
  const problem = page.getByText("1 problem");
  await expect.element(problem.first()).toBeVisible();
  const columns = page.getByRole("heading", { name: "Match the columns" }).element();
  expect(problem.first().element().compareDocumentPosition(columns)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);

  vi.mocked(uploadImportFile).mockResolvedValueOnce({ ...written, isWritten: false });
  await userEvent.upload(file(), new File(["b"], "books.csv"));
  await expect.element(page.getByText("10 rows will be added")).toBeVisible();
  expect(uploadImportFile).toHaveBeenCalledTimes(2);
});

const choose = async (name: string, option: string) => {
  await page.getByRole("combobox", { name }).fill(option);
  await userEvent.keyboard("{Enter}");
};

test("the encoding is guessed from the whole file, and used in its preview, check and import", async () => {
  vi.mocked(uploadImportFile).mockResolvedValue({ ...written, isWritten: false });
  await showScreen();
  const start = "Title,Author,Genre\n".repeat(5_000);
  const end = Uint8Array.of(0x45, 0x74, 0xe9, 0x0a);
  await userEvent.upload(file(), new File([start, end], "books.csv"));
  await expect
    .element(page.getByRole("combobox", { name: "Encoding" }))
    .toHaveValue("Windows-1252 (Western European)");
  await press("Check file");
  await press("Import 10 rows");
  const previews = vi.mocked(requestPreview).mock.calls.map(([, { query }]) => query.encoding);
  expect(previews).toEqual(["windows-1252"]);
  const uploads = vi.mocked(uploadImportFile).mock.calls.map(([, { query }]) => [query.mode, query.encoding]);
  expect(uploads).toEqual([
    ["check", "windows-1252"],
    ["write", "windows-1252"],
  ]);
});

test("choices are kept for a corrected file, the encoding only if it seems to be the same", async () => {
  await showScreen();
  const damaged = (name: string) => new File([Uint8Array.of(0x45, 0x74, 0xe9, 0x0a)], name);
  await userEvent.upload(file(), damaged("books.csv"));
  await choose("Encoding", "Mac Roman (Western European)");
  await choose("Separator", "Semicolon");
  const chosen = { mode: "columns", encoding: "macintosh", delimiter: "semicolon" };
  const lastQuery = () => vi.mocked(requestPreview).mock.lastCall?.[1].query;
  await expect.poll(lastQuery).toEqual(chosen);
  await userEvent.upload(file(), damaged("books 2.csv"));
  await expect.element(page.getByText("books 2.csv")).toBeVisible();
  expect(lastQuery()).toEqual(chosen);
  await userEvent.upload(file(), new File(["é"], "books 3.csv"));
  await expect.element(page.getByText("books 3.csv")).toBeVisible();
  expect(lastQuery()).toEqual({ ...chosen, encoding: "utf-8" });
});
