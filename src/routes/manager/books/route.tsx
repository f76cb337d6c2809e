import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/manager/books")({
  staticData: { texts: ["books"], breadcrumb: "books:title" },
});
