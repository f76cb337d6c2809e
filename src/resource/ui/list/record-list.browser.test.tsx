import {
  infiniteQueryOptions,
  onlineManager,
  QueryClient,
  QueryClientProvider,
  useQueryClient,
} from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { searchParameters } from "#lib/search-parameters.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import "#ui/styles/app.css";
import type { Page } from "#resource/schema.ts";
import { invalidateOn } from "#rpc/invalidation.ts";
import { ErrorScreen } from "#ui/errors/error-screen.tsx";
import { TrashIcon } from "#ui/icons.ts";
import { listSearch, type ListSearch } from "#ui/list/list-search.ts";
import { OfflineNotice } from "#ui/offline-notice.tsx";
import { Toaster } from "#ui/toast/toaster.tsx";
import { renderComponent } from "../../../../testing/render.tsx";
import { BulkAction } from "./bulk-action.tsx";
import { DeleteRecord, type RecordDialogProps } from "../record/delete-record.tsx";
import { leaveFailureToList } from "./leave-failure-to-list.ts";
import { RecordList } from "./record-list.tsx";
import { RecordTable, type RecordColumn } from "./record-table.tsx";

type Tool = { id: string; version: number; name: string };

const search = listSearch({ sortable: ["name"], isSelectable: true, hideable: ["version"] });
let tools: Tool[];
let hideable: string[] | undefined;
/** Answers a search term, as the server would. */
let respond: (searchTerm: string) => Promise<Tool[]>;

const named = (searchTerm: string) => tools.filter(({ name }) => name.includes(searchTerm));

function toolsQuery({ searchTerm = "" }: ListSearch) {
  return infiniteQueryOptions({
    queryKey: ["tools", searchTerm] as readonly unknown[],
    async queryFn(): Promise<Page<Tool>> {
      const items = await respond(searchTerm);
      return { items, next: null, total: { count: items.length, isExact: true } };
    },
    getNextPageParam: ({ next }) => next ?? undefined,
    initialPageParam: undefined as string | undefined,
  });
}

invalidateOn(["users"], ["tools"]);

/** Of a client, which is a proxy: it has operations of every name. */
const otherOperations = { views: new Proxy({}, { get: () => vi.fn() }) };

const records = {
  topic: "users" as const,
  path: "/tools",
  nameOf: ({ name }: Tool) => name,
  operations: {
    create: { call: vi.fn() },
    update: { call: vi.fn() },
    delete: {
      async call({ id }: { id: string }) {
        tools = tools.filter((tool) => tool.id !== id);
      },
    },
    restore: { call: vi.fn() },
    ...otherOperations,
  },
};

/** The names of the rows, as often as they were rendered. */
const rendered: string[] = [];
const columns: RecordColumn<Tool>[] = [
  {
    key: "name",
    header: "users:fields.name",
    cell({ name }) {
      rendered.push(name);
      return name;
    },
  },
  { key: "version", header: "users:fields.roles" },
];

const DeleteTool = (dialog: RecordDialogProps<Tool>) => (
  <DeleteRecord
    {...dialog}
    records={records}
    onFailure={() => undefined}
    texts={{ title: `Delete "${dialog.record.name}"`, text: "It will be deleted.", done: "Deleted" }}
  />
);

function DeleteTools() {
  const queryClient = useQueryClient();
  const texts = {
    action: "Delete",
    title: "Delete?",
    text: "",
    done: (count: number) => `${count} deleted`,
    failed: "Failed",
    skipped: "Skipped",
    reasons: {},
  };
  return (
    <BulkAction
      texts={texts}
      nameOf={records.nameOf}
      icon={TrashIcon}
      onConfirm={async (selected) => {
        tools = tools.filter(({ id }) => !selected.some((ref) => ref.id === id));
        await queryClient.refetchQueries();
        return { count: selected.length, failures: [], undo: async () => undefined };
      }}
    />
  );
}

function Tools({ search }: { search: ListSearch }) {
  return (
    <RecordList title="Tools" search={search} query={toolsQuery(search)}>
      <RecordTable
        records={records}
        columns={columns}
        {...(hideable && { hideable })}
        bulkActions={<DeleteTools />}
        deleteDialog={DeleteTool}
      />
    </RecordList>
  );
}

async function open(path = "/") {
  // As in the product: a list that its route has just loaded isn't loaded again.
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  const rootRoute = createRootRoute();
  const route = createRoute({
    getParentRoute: () => rootRoute,
    path: "/",
    ...search,
    loaderDeps: ({ search: { searchTerm } }) => ({ searchTerm }),
    loader: async ({ deps: { searchTerm = "" } }) => {
      await leaveFailureToList(
        queryClient.infiniteQuery({ ...toolsQuery({ searchTerm }), staleTime: "static" }),
      );
    },
    component: () => <Tools search={route.useSearch() as ListSearch} />,
  });
  const router = createRouter({
    routeTree: rootRoute.addChildren([route]),
    history: createMemoryHistory({ initialEntries: [path] }),
    ...searchParameters,
    defaultErrorComponent: ErrorScreen,
  });
  await renderComponent(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
      <OfflineNotice />
      <Toaster />
    </QueryClientProvider>,
  );
  return router;
}

const searchBox = () => page.getByRole("searchbox");
const row = (name: string) => page.getByRole("link", { name, exact: true });
const retry = () => page.getByRole("button", { name: "Retry" });
const checkbox = (name: string) => page.getByRole("checkbox", { name: `Select ${name}` });

beforeEach(async () => {
  await page.viewport(1280, 800);
  hideable = ["version"];
  tools = ["Awl", "Brace", "Chisel", "Drill"].map((name) => ({ id: name, version: 1, name }));
  respond = (searchTerm) => Promise.resolve(named(searchTerm));
});
afterEach(() => onlineManager.setOnline(true));

test("a list that declares neither columns to hide nor saved views has no menus of them", async () => {
  hideable = undefined;
  await open();
  await expect.element(searchBox()).toBeVisible();
  await expect.element(page.getByRole("button", { name: /Columns|Views/ })).not.toBeInTheDocument();
});

test("a search that fails keeps the page, the focus and the typed text, and Retry shows the results", async () => {
  await open();
  await expect.element(row("Awl")).toBeVisible();
  respond = () => Promise.reject(new Error("Internal server error"));
  await searchBox().fill("ris");
  await expect.element(page.getByRole("alert").getByText("Something went wrong")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Tools" })).toBeVisible();
  await expect.element(searchBox()).toHaveFocus();
  await expect.element(searchBox()).toHaveValue("ris");
  await expect.element(row("Awl")).not.toBeInTheDocument();

  await retry().click();
  await expect.element(retry()).toBeVisible();
  respond = () => Promise.resolve(named("Brace"));
  await retry().click();
  await expect.element(row("Brace")).toHaveFocus();
  await expect.element(searchBox()).toHaveValue("ris");
});

test("an empty list says so", async () => {
  tools = [];
  await open();
  await expect.element(page.getByText("No data")).toBeVisible();
});

test("a denied list leaves the page", async () => {
  vi.spyOn(console, "error").mockReturnValue(undefined);
  respond = () => Promise.reject(Object.assign(new Error("Forbidden"), { status: 403, code: "FORBIDDEN" }));
  await open();
  await expect.element(page.getByText("You do not have access to this page")).toBeVisible();
});

test("offline is said, and a search goes on by itself when the connection is back", async () => {
  await open();
  await expect.element(row("Awl")).toBeVisible();
  onlineManager.setOnline(false);
  await expect.element(page.getByText(/^You’re offline/)).toBeVisible();
  await searchBox().fill("Drill");
  await expect.element(row("Awl")).toBeVisible();
  onlineManager.setOnline(true);
  await expect.element(page.getByText('1 result for "Drill"')).toBeVisible();
  await expect.element(page.getByText(/^You’re offline/)).not.toBeInTheDocument();
  await expect.element(searchBox()).toHaveFocus();
});

/** Selects rows, and deletes them by keyboard. */
async function deleteRows(...names: string[]) {
  for (const name of names) await checkbox(name).click();
  (page.getByRole("button", { name: "Delete" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("button", { name: "Cancel" })).toHaveFocus();
  await userEvent.keyboard("{Tab}{Enter}");
}

test("after a bulk action the focus is on the next row, and F8 reaches Undo and returns", async () => {
  await open();
  await deleteRows("Brace", "Chisel");
  await expect.element(row("Drill")).toHaveFocus();
  await userEvent.keyboard("{F8}");
  await expect.element(page.getByRole("button", { name: "Undo" })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(row("Drill")).toHaveFocus();
});

test("without a row that is shown, the focus is on the count line, or else on the search input", async () => {
  tools.push({ id: "Saw", version: 1, name: "Saw" });
  respond = (searchTerm) => Promise.resolve(named(searchTerm).filter(({ name }) => name !== "Saw"));
  await open("/?selected=Saw.1");
  await expect.element(page.getByText("1 selected")).toBeVisible();
  await deleteRows();
  await expect.element(page.getByText("Showing 4 of 4")).toHaveFocus();
  await deleteRows("Awl", "Brace", "Chisel", "Drill");
  await expect.element(searchBox()).toHaveFocus();
});

test("a checkbox changes at once, and the URL gets the newest selection", async () => {
  const router = await open();
  await expect.element(row("Awl")).toBeVisible();
  (checkbox("Awl").element() as HTMLElement).click();
  (checkbox("Brace").element() as HTMLElement).click();
  await expect.element(page.getByText("2 selected")).toBeVisible();
  await expect.poll(() => router.history.location.href).toBe("/?selected=Awl.1%2CBrace.1");
  await expect.element(checkbox("Awl")).toBeChecked();
});

test("selecting a row renders no other row, so that long lists respond at once", async () => {
  const router = await open();
  await expect.element(row("Awl")).toBeVisible();
  rendered.length = 0;
  await checkbox("Brace").click();
  await expect.poll(() => JSON.stringify(router.state.location.search)).toContain("Brace.1");
  await expect.element(checkbox("Brace")).toBeChecked();
  expect([...new Set(rendered)]).toEqual(["Brace"]);
});

test("a search renders no row again that it leaves as it is", async () => {
  respond = () => Promise.resolve(tools);
  const router = await open();
  await expect.element(row("Awl")).toBeVisible();
  rendered.length = 0;
  await searchBox().fill("any");
  await expect.element(page.getByText('4 results for "any"')).toBeVisible();
  expect(router.state.location.search).toEqual({ searchTerm: "any" });
  expect(rendered).toEqual([]);
});

test("columns are chosen by checkboxes and kept in the URL, the one that names the rows stays", async () => {
  const router = await open("/?selected=Awl.1");
  const version = () => page.getByRole("columnheader", { name: "Roles" });
  const choice = (name: string) => page.getByRole("checkbox", { name, exact: true });
  await expect.element(version()).toBeVisible();
  await page.getByRole("button", { name: "Columns" }).click();
  await expect.element(choice("Name")).toBeDisabled();
  await choice("Roles").click();
  await expect.element(version()).not.toBeInTheDocument();
  expect(router.state.location.href).toBe("/?selected=Awl.1&hidden=version");
  await choice("Roles").click();
  await expect.element(version()).toBeVisible();
  expect(router.state.location.href).toBe("/?selected=Awl.1");
});

test("after the key Delete the focus is on the next row, or on the search input of an empty list", async () => {
  tools = tools.slice(0, 2);
  await open();
  for (const [deleted, next] of [
    ["Awl", row("Brace")],
    ["Brace", searchBox()],
  ] as const) {
    await expect.element(row(deleted)).toBeVisible();
    (row(deleted).element() as HTMLElement).focus();
    await userEvent.keyboard("{Delete}");
    await expect.element(page.getByRole("button", { name: "Cancel" })).toHaveFocus();
    await userEvent.keyboard("{Tab}{Enter}");
    await expect.element(next).toHaveFocus();
  }
});
