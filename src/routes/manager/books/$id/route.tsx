import { createFileRoute } from "@tanstack/react-router";
import { recordRoute } from "#app/routing/record-route.tsx";
import { bookRecords } from "#features/books/queries.ts";

export const Route = createFileRoute("/manager/books/$id")(recordRoute(() => bookRecords));
