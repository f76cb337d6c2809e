import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "#i18n/formats.ts";
import type { Language } from "#i18n/languages.ts";
import { Button } from "#ui/controls/button.tsx";
import { Alert } from "#ui/display/alert.tsx";
import { useErrorMessage } from "#ui/form/messages.ts";
import { DownloadIcon } from "#ui/icons.ts";
import { DataTable } from "#ui/list/data-table.tsx";
import { LoadMore } from "#ui/list/load-more.tsx";
import type { Delimiter } from "../../csv/delimiters.ts";
import { byteOrderMark, formatRow } from "#features/books/csv/format-row.ts";
import {
  problemKinds,
  type ImportProblem,
  type ImportResult,
  type ProblemKind,
} from "#features/books/import/import-schema.ts";
import { saveFile } from "../save-file.ts";

type ImportProblemsProps = {
  result: ImportResult;
  /** The file's name. */
  file: string;
  /** What stands between its cells. */
  delimiter: Delimiter;
};

/** How many problems are shown at once. */
const pageSize = 100;

/** What is wrong with a file: how much, and each problem with its row, to look at and to download. */
export function ImportProblems({ result, file, delimiter }: ImportProblemsProps) {
  const { t, i18n } = useTranslation("booksImport");
  const [{ chosen, limit }, setShown] = useState<{ chosen?: ProblemKind; limit: number }>({
    limit: pageSize,
  });
  const rows = useRef<HTMLTableSectionElement>(null);
  const columns = useColumns();
  const writeList = useProblemList();
  const { problems, counts, total } = result;
  const numberOf = (count: number) => formatNumber(i18n.language as Language, count);
  const title = t("result.problems", { count: total, number: numberOf(total) });
  const found = problems.filter(({ kind }) => chosen === undefined || kind === chosen);
  const shown = found.slice(0, limit);

  function download() {
    const name = t("result.fileName", { name: file.replace(/\.[^.]*$/, "") });
    saveFile(new Blob([writeList(problems, delimiter)], { type: "text/csv" }), `${name}.csv`);
  }

  return (
    <section className="grid gap-4">
      <Alert
        variant="danger"
        isAnnounced
        title={title}
        action={
          <Button onClick={download}>
            <DownloadIcon className="size-5" />
            {t("result.download")}
          </Button>
        }
      >
        {t("result.problemsText")}
      </Alert>
      <KindFilter
        counts={counts}
        total={total}
        chosen={chosen}
        onChoose={(kind) => setShown({ chosen: kind, limit: pageSize })}
      />
      {shown.length > 0 && (
        <DataTable
          ref={rows}
          label={title}
          rows={shown.map((problem, index) => ({
            ...problem,
            key: `${problem.row} ${problem.kind} ${index}`,
          }))}
          rowKey={({ key }) => key}
          columns={columns}
        />
      )}
      <LoadMore
        label={t("result.more")}
        rows={rows}
        count={shown.length}
        hasMore={shown.length < found.length}
        isLoading={false}
        hasFailed={false}
        onLoad={async () => setShown({ chosen, limit: limit + pageSize })}
      />
      {total > problems.length && (
        <p className="text-sm text-muted-foreground">
          {t("result.first", { count: problems.length, number: numberOf(problems.length) })}
        </p>
      )}
    </section>
  );
}

/** Writes problems as a CSV file, which the program opens that wrote the one with the problems. */
function useProblemList() {
  const { t } = useTranslation(["booksImport", "books"]);
  const textOf = useErrorMessage();
  return (problems: ImportProblem[], delimiter: Delimiter): string => {
    const names = (["row", "column", "value", "problem"] as const).map((name) =>
      t(`booksImport:fields.${name}`),
    );
    const rows = problems.map(({ row, field, value, text }) => [
      String(row),
      field ? t(`books:fields.${field}`) : "",
      value,
      textOf(text),
    ]);
    return byteOrderMark + [names, ...rows].map((cells) => formatRow(cells, delimiter)).join("");
  };
}

type KindFilterProps = {
  counts: ImportResult["counts"];
  total: number;
  chosen: ProblemKind | undefined;
  onChoose: (kind: ProblemKind | undefined) => void;
};

/** Narrows the problems down, where there are several kinds of them. */
function KindFilter({ counts, total, chosen, onChoose }: KindFilterProps) {
  const { t, i18n } = useTranslation("booksImport");
  const numberOf = (count: number) => formatNumber(i18n.language as Language, count);
  const kinds = problemKinds.filter((kind) => counts[kind]);
  if (kinds.length < 2) return null;
  const choices = [
    { kind: undefined, label: t("result.all"), count: total },
    ...kinds.map((kind) => ({ kind, label: t(`kinds.${kind}`), count: counts[kind] ?? 0 })),
  ];
  return (
    <div role="group" aria-label={t("result.filter")} className="flex flex-wrap gap-2">
      {choices.map(({ kind, label, count }) => (
        <Button
          key={kind ?? ""}
          variant={kind === chosen ? "primary" : "secondary"}
          aria-pressed={kind === chosen}
          onClick={() => onChoose(kind)}
        >
          {label} <span className="font-normal tabular-nums">{numberOf(count)}</span>
        </Button>
      ))}
    </div>
  );
}

function useColumns() {
  const { t } = useTranslation(["booksImport", "books"]);
  const textOf = useErrorMessage();
  return [
    {
      key: "row",
      header: t("booksImport:fields.row"),
      cell: ({ row }: ImportProblem) => (
        <span className="font-semibold tabular-nums">
          {/* A card has no heading that says what the number is. */}
          <span className="md:hidden">{t("booksImport:fields.row")} </span>
          {row}
        </span>
      ),
    },
    {
      key: "field",
      header: t("booksImport:fields.column"),
      cell: ({ field }: ImportProblem) =>
        field && <span className="whitespace-nowrap">{t(`books:fields.${field}`)}</span>,
    },
    {
      key: "value",
      header: t("booksImport:fields.value"),
      cell: ({ value }: ImportProblem) => value.trim() && <bdi>{value}</bdi>,
    },
    {
      key: "problem",
      header: t("booksImport:fields.problem"),
      cell: ({ text }: ImportProblem) => textOf(text),
    },
  ];
}
